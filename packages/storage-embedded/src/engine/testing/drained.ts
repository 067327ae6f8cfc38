import type { DrainLine } from '../draining.ts';
import type { DriveHealth } from '../store-health.ts';
import { inconsistencies } from './consistency.ts';
import { copiesOf, slotOf } from './copies.ts';
import type { StoreFixture } from './store-fixture.ts';

/** Drains a drive and returns the last line of the report. */
export async function drainDrive(
  { store, drives }: StoreFixture,
  slot: number,
): Promise<DrainLine | undefined> {
  let last: DrainLine | undefined;
  for await (const line of await store.drainDrive(drives[slot] ?? '')) {
    last = line;
  }
  return last;
}

/** Returns the drive states by slot. */
export function statesOf({ store }: StoreFixture): readonly DriveHealth['state'][] {
  return store.health().drives.map(({ state }) => state);
}

/** Verifies every copy of everything while the store is otherwise idle; returns the problems. */
export async function wrongWith(fixture: StoreFixture): Promise<readonly unknown[]> {
  await fixture.close();
  const store = await fixture.open(fixture.drives, { isIdle: true });
  const wrong: unknown[] = [...inconsistencies(store)];
  for await (const line of store.verify({ isQuiet: true })) {
    if (line.kind !== 'end' || !line.ok) {
      wrong.push(line);
    }
  }
  await fixture.reopen();
  return wrong;
}

/**
 * Returns the existing content files, in the format of `knownFiles`, which lists the expected ones.
 */
export async function filesThere(fixture: StoreFixture): Promise<readonly string[]> {
  const files = await copiesOf(fixture, 'blobs');
  return files.map((path) => `${slotOf(fixture, path)}/${path.split('/').at(-1)}`).sort();
}
