import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { get, makeBucket, put, StoreFixture, settled } from '../testing/store-fixture.ts';
import { giveUpDrive, readmitDrive, replaceDrive } from './change-drives.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
  await makeBucket(fixture.store);
  for (let i = 0; i < 60; i++) {
    await put(fixture.store, `k${i}`, `content ${i} `.repeat(200));
  }
});
afterEach(() => fixture.remove());

const driveAt = (slot: number): string => fixture.drives[slot] ?? '';

async function takeAway(slot: number): Promise<void> {
  await rename(driveAt(slot), `${driveAt(slot)}.away`);
}

async function expectAll(): Promise<void> {
  for (let i = 0; i < 60; i++) {
    expect(await get(fixture.store, `k${i}`)).toBe(`content ${i} `.repeat(200));
  }
}

const states = () => fixture.store.health().drives.map(({ state }) => state);

describe('a drive that is lost for good', () => {
  it('is replaced by a directory that is empty or not there, and filled', async () => {
    await fixture.close();
    await takeAway(1);
    expect(await replaceDrive(fixture, '2')).toContain('takes the place of drive 2');
    await fixture.open();
    await settled(fixture.store);
    expect(states()).toEqual(['ok', 'ok', 'ok', 'ok']);
    await fixture.close();
    await takeAway(0);
    await fixture.open();
    await expectAll();
  });

  it('may be named by the path that takes its place', async () => {
    await fixture.close();
    await takeAway(3);
    await mkdir(driveAt(3));
    await replaceDrive(fixture, driveAt(3));
    await fixture.open();
    await settled(fixture.store);
    expect(states()).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  it('can be given up, and then nothing is waited for', async () => {
    await fixture.close();
    await takeAway(0);
    await takeAway(1);
    await rm(join(fixture.dataDir, 'index.sqlite'));
    await expect(fixture.open()).rejects.toThrow('cannot be opened');
    await giveUpDrive(fixture, '1');
    await expect(fixture.open()).rejects.toThrow('cannot be opened');
    expect(await giveUpDrive(fixture, '2')).toContain('what only it had is lost');
    await fixture.open();
    await settled(fixture.store);
    expect(states()).toEqual(['vacant', 'vacant', 'ok', 'ok']);
    expect(fixture.store.health().drives[1]?.next).toContain('drive replace 2');
    expect(fixture.store.health()).toMatchObject({ complete: true });
    await makeBucket(fixture.store, 'new-one');
  });
});

describe('a drive that was given up or replaced', () => {
  it('is refused with the way to take it back, and then has its place again', async () => {
    await fixture.close();
    await takeAway(0);
    await replaceDrive(fixture, '1');
    await fixture.reopen();
    await put(fixture.store, 'later', 'x');
    await settled(fixture.store);
    await fixture.close();
    await rm(driveAt(0), { recursive: true });
    await rename(`${driveAt(0)}.away`, driveAt(0));
    await fixture.open();
    expect(fixture.store.health().refused[0]?.reason).toContain('drive readmit');
    await fixture.close();
    expect(await readmitDrive(fixture, '1')).toContain('is drive 1 again');
    await fixture.open();
    await settled(fixture.store);
    expect(states()).toEqual(['ok', 'ok', 'ok', 'ok']);
    await expectAll();
    await fixture.rebuild();
    await expectAll();
    expect(await get(fixture.store, 'later')).toBe('x');
  });

  it('brings back what two empty directories had taken the place of', async () => {
    await fixture.close();
    await takeAway(0);
    await takeAway(1);
    await replaceDrive(fixture, '1');
    await replaceDrive(fixture, '2');
    await fixture.open();
    await settled(fixture.store);
    await fixture.close();
    for (const slot of [0, 1]) {
      await rm(driveAt(slot), { recursive: true });
      await rename(`${driveAt(slot)}.away`, driveAt(slot));
    }
    await readmitDrive(fixture, '1');
    await readmitDrive(fixture, '2');
    await fixture.open();
    await settled(fixture.store);
    await expectAll();
  });
});

describe('changing the drives is refused', () => {
  it('while the store runs', async () => {
    await expect(replaceDrive(fixture, '1')).rejects.toThrow('in use');
  });

  it.each([
    ['a drive that is there', () => replaceDrive(fixture, '1'), 'has the data of a drive'],
    ['giving up one that is there', () => giveUpDrive(fixture, '1'), 'is there'],
    ['taking back one that is in use', () => readmitDrive(fixture, '1'), 'already'],
    ['a path that is not configured', () => replaceDrive(fixture, '/nowhere'), 'none of the'],
    ['a number that is none', () => replaceDrive(fixture, '9'), 'none of the'],
  ])('for %s', async (_, change, reason) => {
    await fixture.close();
    await expect(change()).rejects.toThrow(reason);
    await fixture.open();
    await expectAll();
  });
});
