import { cpSync } from 'node:fs';
import { mkdir, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RelocationPlans } from '../changes/relocations.ts';
import { BlobWriter } from '../content/blob-writer.ts';
import { readmitDrive, replaceDrive } from '../drives/change-drives.ts';
import { knownFiles } from '../testing/consistency.ts';
import { copiesOf, flip, slotOf } from '../testing/copies.ts';
import { drainDrive, filesThere, statesOf, wrongWith } from '../testing/drained.ts';
import { fillStore, LARGE, lostFrom, partsOf } from '../testing/full-store.ts';
import {
  filesBelow,
  get,
  makeBucket,
  put,
  StoreFixture,
  settled,
} from '../testing/store-fixture.ts';

let fixture: StoreFixture;
beforeEach(async () => {
  fixture = await StoreFixture.create();
});
afterEach(() => fixture.remove());

const driveAt = (slot: number): string => fixture.drives[slot] ?? '';

const drain = (slot: number) => drainDrive(fixture, slot);
const states = () => statesOf(fixture);
const verify = () => wrongWith(fixture);

describe('draining a drive', () => {
  it('moves everything off it, so that it can be taken out', async () => {
    const upload = await fillStore(fixture.store);
    const { segments, writer } = fixture.store.upkeep.parts;
    // A drive that holds a copy of the active segment.
    const slot = segments.get(writer.activeId ?? 0)?.slots[0] ?? 0;
    const before = await filesBelow(driveAt(slot));
    expect(before.filter((name) => name.startsWith('log/'))).not.toEqual([]);
    expect(before.filter((name) => name.startsWith('blobs/')).length).toBeGreaterThan(5);
    expect(await drain(slot)).toEqual({ kind: 'end', ok: true, path: driveAt(slot) });
    expect(states()).toEqual([0, 1, 2, 3].map((one) => (one === slot ? 'vacant' : 'ok')));
    expect(fixture.store.health()).toMatchObject({
      complete: true,
      draining: [],
      redundancy: { away: 0, unrepaired: [] },
    });
    const after = await filesBelow(driveAt(slot));
    expect(after.filter((name) => /^(log|blobs|tmp)\//.test(name))).toEqual([]);
    await rm(driveAt(slot), { recursive: true });
    expect(await verify()).toEqual([]);
    await settled(fixture.store);
    expect(await filesThere(fixture)).toEqual(knownFiles(fixture.store));
    expect(await lostFrom(fixture.store, upload)).toEqual([]);
    await fixture.rebuild();
    await settled(fixture.store);
    expect(await lostFrom(fixture.store, upload)).toEqual([]);
    expect(await filesThere(fixture)).toEqual(knownFiles(fixture.store));
    await fixture.store.completeUpload(
      upload,
      fixture.store.listParts(upload, { after: 0, limit: 100 }),
      { etag: 'later-8' },
    );
    expect((await get(fixture.store, 'upload')) === partsOf(8)).toBe(true);
  });

  it('leaves out what is written, changed and deleted meanwhile, and what is under way', async () => {
    await fillStore(fixture.store);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    async function* slowly(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(LARGE);
      await held;
      yield Buffer.from(LARGE);
    }
    const { store } = fixture;
    const under = Array.from({ length: 8 }, (_, i) =>
      put(store, `slow${i}`, '', { body: { source: slowly() } }),
    );
    const draining = drain(2);
    for (let i = 0; i < 20; i++) {
      await put(store, `during${i}`, `during ${i} ${LARGE}`);
      await put(store, `small-during${i}`, `during ${i}`);
      await store.deleteObject({ bucket: 'bucket', key: `large${i % 12}` });
      const target = { bucket: 'bucket', key: `during${i}` };
      await store.updateObject(target, () => ({ tags: { number: String(i) } }));
    }
    expect(await draining).toMatchObject({ kind: 'end', ok: true });
    release();
    await Promise.all(under);
    await rm(driveAt(2), { recursive: true });
    expect(await verify()).toEqual([]);
    for (let i = 0; i < 20; i++) {
      expect((await get(fixture.store, `during${i}`)) === `during ${i} ${LARGE}`).toBe(true);
      expect(fixture.store.getObject('bucket', `during${i}`)?.tags).toEqual({ number: String(i) });
      expect(await get(fixture.store, `small-during${i}`)).toBe(`during ${i}`);
    }
    for (let i = 0; i < 8; i++) {
      expect((await get(fixture.store, `slow${i}`)) === LARGE + LARGE).toBe(true);
    }
    await settled(fixture.store);
    expect(await filesThere(fixture)).toEqual(knownFiles(fixture.store));
  });

  it('waits for contents whose drives were chosen before, and which have no record yet', async () => {
    await makeBucket(fixture.store);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: chosen, resolve: choose } = Promise.withResolvers<readonly number[]>();
    const { finish } = BlobWriter.prototype;
    const spy = vi.spyOn(BlobWriter.prototype, 'finish').mockImplementation(async function (
      this: BlobWriter,
    ) {
      const ref = await finish.call(this);
      choose(ref.slots);
      await held;
      return ref;
    });
    const written = put(fixture.store, 'k', LARGE);
    const [slot = 0] = await chosen;
    spy.mockRestore();
    const draining = drain(slot);
    for (let i = 0; i < 30; i++) {
      await put(fixture.store, `other${i}`, LARGE);
    }
    expect(states()[slot]).toBe('draining');
    release();
    await written;
    expect(await draining).toMatchObject({ ok: true });
    await rm(driveAt(slot), { recursive: true });
    expect(await verify()).toEqual([]);
    expect((await get(fixture.store, 'k')) === LARGE).toBe(true);
  });

  it('goes on after a restart, also with an index made anew', async () => {
    const upload = await fillStore(fixture.store);
    await fixture.store.upkeep.parts.drain.begin(0);
    await fixture.close();
    await fixture.open(fixture.drives, { isIdle: true });
    expect(states()).toEqual(['draining', 'ok', 'ok', 'ok']);
    expect((await copiesOf(fixture, 'blobs')).map((path) => slotOf(fixture, path))).toContain(0);
    await fixture.rebuild();
    await settled(fixture.store);
    expect(states()).toEqual(['vacant', 'ok', 'ok', 'ok']);
    expect(await lostFrom(fixture.store, upload)).toEqual([]);
  });

  it('leaves nothing behind of what an interruption took by surprise', async () => {
    await makeBucket(fixture.store);
    await put(fixture.store, 'k', LARGE);
    const [copy = ''] = await copiesOf(fixture, 'blobs');
    const slot = slotOf(fixture, copy);
    // The content must be older than the interrupted session.
    await fixture.reopen();
    const { move } = RelocationPlans.prototype;
    const spy = vi.spyOn(RelocationPlans.prototype, 'move').mockImplementation(function (
      this: RelocationPlans,
      ...of
    ) {
      // The state on disk if the process were killed at this point.
      cpSync(fixture.root, `${fixture.root}.killed`, { recursive: true });
      return move.apply(this, of);
    });
    await drain(slot);
    spy.mockRestore();
    await fixture.close();
    await rm(fixture.root, { recursive: true });
    await rename(`${fixture.root}.killed`, fixture.root);
    expect(await filesThere(fixture)).toHaveLength(3);
    await readmitDrive(fixture, String(slot + 1));
    await fixture.open();
    await settled(fixture.store);
    expect(knownFiles(fixture.store)).toHaveLength(2);
    expect(await filesThere(fixture)).toEqual(knownFiles(fixture.store));
  });

  it('needs nothing of the drive afterwards: one more may be away', async () => {
    const upload = await fillStore(fixture.store);
    await drain(3);
    await fixture.close();
    await rm(driveAt(3), { recursive: true });
    await rename(driveAt(0), `${driveAt(0)}.away`);
    await rm(join(fixture.dataDir, 'index.sqlite'));
    await fixture.open();
    expect(fixture.store.health().writesRefused).toBeUndefined();
    expect(await lostFrom(fixture.store, upload)).toEqual([]);
    await put(fixture.store, 'later', LARGE);
    await fixture.close();
    await rename(`${driveAt(0)}.away`, driveAt(0));
    await fixture.open();
    expect(await verify()).toEqual([]);
  });

  it('removes what is deleted while a reader holds both it and its former place', async () => {
    await makeBucket(fixture.store);
    const object = await put(fixture.store, 'k', LARGE.repeat(100));
    const [copy = ''] = await copiesOf(fixture, 'blobs');
    const stream = fixture.store.readObject(fixture.store.getObject('bucket', 'k') ?? object);
    stream.read();
    expect(await drain(slotOf(fixture, copy))).toMatchObject({ ok: true });
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    await expect.poll(() => fixture.store.index.listGarbage('', 10)).toEqual([]);
    // The file being read may remain on the drive, which can be removed all the same.
    await rm(driveAt(slotOf(fixture, copy)), { recursive: true });
    expect(await copiesOf(fixture, 'blobs')).toEqual([]);
  });
});

describe('a drive that was drained', () => {
  it('has its place taken by another, and may have it back', async () => {
    const upload = await fillStore(fixture.store);
    await drain(1);
    await fixture.close();
    await rename(driveAt(1), `${driveAt(1)}.out`);
    await mkdir(driveAt(1));
    await replaceDrive(fixture, '2');
    await fixture.open();
    await settled(fixture.store);
    expect(states()).toEqual(['ok', 'ok', 'ok', 'ok']);
    // Contents return to drives where copies of them were before.
    expect(await drain(0)).toMatchObject({ ok: true });
    expect(await verify()).toEqual([]);
    await fixture.close();
    expect(await readmitDrive(fixture, '1')).toContain('is drive 1 again');
    await fixture.open();
    await settled(fixture.store);
    expect(states()).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(await drain(2)).toMatchObject({ ok: true });
    await fixture.rebuild();
    await settled(fixture.store);
    expect(await verify()).toEqual([]);
    expect(await lostFrom(fixture.store, upload)).toEqual([]);
    expect(await filesThere(fixture)).toEqual(knownFiles(fixture.store));
  });

  it('is written to again when it is taken back before the end', async () => {
    const upload = await fillStore(fixture.store);
    const going = fixture.store.upkeep.parts.drain;
    await rename(driveAt(3), `${driveAt(3)}.away`);
    await fixture.store.upkeep.poll();
    await going.begin(0);
    await going.loop.idle();
    expect(states()).toEqual(['draining', 'ok', 'ok', 'away']);
    expect(going.states[0]?.problem).toContain('Drives are away');
    await fixture.close();
    expect(await readmitDrive(fixture, '1')).toContain('not drained any more');
    await rename(`${driveAt(3)}.away`, driveAt(3));
    await fixture.open();
    await settled(fixture.store);
    expect(states()).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(await lostFrom(fixture.store, upload)).toEqual([]);
    expect(await verify()).toEqual([]);
  });
});

describe('copies that are not good', () => {
  it('are made again before the drive gives up its own', async () => {
    await makeBucket(fixture.store);
    await put(fixture.store, 'k', LARGE);
    const [copy = '', other = ''] = await copiesOf(fixture, 'blobs');
    await flip(other, 5000);
    expect(await drain(slotOf(fixture, copy))).toMatchObject({ ok: true });
    await rm(driveAt(slotOf(fixture, copy)), { recursive: true });
    expect(await verify()).toEqual([]);
    expect((await get(fixture.store, 'k')) === LARGE).toBe(true);
  });

  it('stop it when there is no good one, until the object is deleted', async () => {
    await makeBucket(fixture.store);
    await put(fixture.store, 'k', LARGE);
    const [copy = '', other = ''] = await copiesOf(fixture, 'blobs');
    await unlink(other);
    await flip(copy, 5000);
    const slot = slotOf(fixture, copy);
    expect(await drain(slot)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('bucket/k'),
    });
    expect(states()[slot]).toBe('draining');
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    expect(await drain(slot)).toMatchObject({ ok: true });
  });
});
