import { spawnSync } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { put, type StoreFixture, settled } from './store-fixture.ts';

/** Number of small objects that `fill` creates. */
export const COUNT = 150;
export const LARGE = 'large '.repeat(2000);

/** Content of the small object with this number. */
export const contentOf = (i: number): string => `content ${i} `.repeat(200);

/** Stores many small objects and one large one. */
export async function fill({ store }: StoreFixture): Promise<void> {
  for (let i = 0; i < COUNT; i++) {
    await put(store, `k${i}`, contentOf(i));
  }
  await put(store, 'large', LARGE);
}

/** Deletes nine out of ten small objects. */
export async function deleteMost({ store }: StoreFixture): Promise<void> {
  for (let i = 0; i < COUNT; i++) {
    if (i % 10 !== 0) {
      await store.deleteObject({ bucket: 'bucket', key: `k${i}` });
    }
  }
}

/** Compacts everything that can be compacted. */
export async function compact({ store }: StoreFixture): Promise<void> {
  store.upkeep.parts.compaction.loop.kick();
  await settled(store);
}

/** The path of a drive. */
export const driveAt = ({ drives }: StoreFixture, slot: number): string => drives[slot] ?? '';

/** Moves drives away. */
export async function takeAway(fixture: StoreFixture, ...slots: number[]): Promise<void> {
  for (const slot of slots) {
    await rename(driveAt(fixture, slot), `${driveAt(fixture, slot)}.away`);
  }
}

/** Puts back drives that were moved away. */
export async function bringBack(fixture: StoreFixture, ...slots: number[]): Promise<void> {
  for (const slot of slots) {
    await rm(driveAt(fixture, slot), { recursive: true, force: true });
    await rename(`${driveAt(fixture, slot)}.away`, driveAt(fixture, slot));
  }
}

/** Returns the drives that hold the active segment. */
export function activeSlots({ store }: StoreFixture): readonly number[] {
  const { segments, writer } = store.upkeep.parts;
  return segments.get(writer.activeId ?? 0)?.slots ?? [];
}

/** Copies the data directory to a sibling, preserving modification times. */
export function keepDataDir({ dataDir }: StoreFixture): void {
  spawnSync('cp', ['-a', dataDir, `${dataDir}.then`]);
}
