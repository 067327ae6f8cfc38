import { readdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { replaceDrive } from '../drives/change-drives.ts';
import { drainDrive, statesOf } from '../testing/drained.ts';
import { fillStore } from '../testing/full-store.ts';
import { StoreFixture } from '../testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
});
afterEach(() => fixture.remove());

const driveAt = (slot: number): string => fixture.drives[slot] ?? '';
const drain = (slot: number) => drainDrive(fixture, slot);
const states = () => statesOf(fixture);

describe('draining is refused, and changes nothing', () => {
  const refused = async (slot: number, reason: string): Promise<void> => {
    await expect(fixture.store.drainDrive(driveAt(slot))).rejects.toThrow(reason);
    expect(fixture.store.health().draining).toEqual([]);
    expect(states()).not.toContain('draining');
  };

  it('when too few drives would be left', async () => {
    await fixture.remove();
    fixture = await StoreFixture.create({ drives: 2 });
    await refused(0, 'needs two other drives');
    await fixture.remove();
    fixture = await StoreFixture.create({ drives: 1 });
    await refused(0, 'needs another drive');
    await fixture.remove();
    fixture = await StoreFixture.create({ drives: 3 });
    expect(await drain(1)).toMatchObject({ ok: true });
    await refused(0, 'needs two other drives');
    await refused(1, 'is not in use');
  });

  it('while drives are away, also of the one itself', async () => {
    await rename(driveAt(1), `${driveAt(1)}.away`);
    await fixture.store.upkeep.poll();
    await refused(0, `Drives are away: ${driveAt(1)}`);
    await refused(1, 'is not in use: it is missing');
    await rename(`${driveAt(1)}.away`, driveAt(1));
  });

  it('while a drive may lack copies', async () => {
    await fixture.close();
    await rm(driveAt(2), { recursive: true });
    await replaceDrive(fixture, '3');
    await fixture.open(fixture.drives, { isIdle: true });
    await refused(0, `${driveAt(2)} may still lack copies`);
  });

  it('when the others have no room for what is on it', async () => {
    await fillStore(fixture.store);
    const poll = vi.spyOn(fixture.store.upkeep, 'poll').mockResolvedValue();
    for (const drive of fixture.store.upkeep.parts.drives.all) {
      drive.total = 50 * 1024;
      drive.available = 2 * 1024;
    }
    await refused(0, 'have no room for the');
    poll.mockRestore();
    expect(await drain(0)).toMatchObject({ ok: true });
  });

  it('of a path that is no drive', async () => {
    await expect(fixture.store.drainDrive('/nowhere')).rejects.toThrow('/nowhere is not in use');
    expect(await readdir(fixture.root)).toHaveLength(5);
  });
});
