import type { DriveFormat, FoundDrive } from './drive-format.ts';

/** What fills a slot of the set. */
export interface RosterSlot {
  readonly uuid: string;
  readonly path: string;
  readonly online: boolean;
  /** A new drive: to be formatted, and filled with the copies that belong to it. */
  readonly fresh: boolean;
}

/** Which drive fills which slot. */
export interface Roster {
  readonly set: string;
  readonly generation: number;
  readonly slots: readonly RosterSlot[];
  /** Formats have to be written because drives were added or replaced. */
  readonly changed: boolean;
  /** Paths that cannot be used, with the reason. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

type Formatted = Extract<FoundDrive, { kind: 'formatted' }>;

/** The set that most of the drives belong to; the preferred one when it is among them. */
function chooseSet(formatted: readonly Formatted[], preferred: string | undefined): string {
  const votes = new Map<string, number>();
  for (const { format } of formatted) {
    votes.set(format.set, (votes.get(format.set) ?? 0) + 1);
  }
  if (preferred !== undefined && votes.has(preferred)) {
    return preferred;
  }
  const [most] = [...votes].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? '';
}

function refusals(found: readonly FoundDrive[], set: string, members: ReadonlySet<FoundDrive>) {
  return found.flatMap((one) => {
    if (one.kind === 'unusable') {
      return [{ path: one.path, reason: one.reason }];
    }
    if (one.kind !== 'formatted' || members.has(one)) {
      return [];
    }
    const reason =
      one.format.set === set
        ? 'it was replaced by another drive, or is there twice'
        : 'it belongs to another store';
    return [{ path: one.path, reason }];
  });
}

/**
 * Finds the slot of each drive by its format, wherever it is mounted now. Empty
 * drives take the place of missing ones, first of the one configured at the same
 * position; those left over make the set larger. `newId` gives ids for them.
 */
export function assignSlots(
  found: readonly FoundDrive[],
  options: { preferredSet: string | undefined; newId: () => string },
): Roster {
  const formatted = found.filter((one) => one.kind === 'formatted');
  const set = chooseSet(formatted, options.preferredSet);
  const newest = formatted
    .map((one) => one.format)
    .filter((format) => format.set === set)
    .reduce(
      (a: DriveFormat | undefined, b) => (a && a.generation >= b.generation ? a : b),
      undefined,
    );
  const known = newest?.drives ?? [];
  const members = new Set<FoundDrive>();
  const empties = new Set(found.filter((one) => one.kind === 'empty'));
  const slots: (RosterSlot | undefined)[] = known.map((uuid) => {
    const match = formatted.find(({ format }) => format.set === set && format.drive === uuid);
    if (match) {
      members.add(match);
      return { uuid, path: match.path, online: true, fresh: false };
    }
    return undefined;
  });
  const takeEmpty = (preferred: FoundDrive | undefined): FoundDrive | undefined => {
    const taken = preferred && empties.has(preferred) ? preferred : undefined;
    if (taken) {
      empties.delete(taken);
    }
    return taken;
  };
  const fill = (slot: number, drive: FoundDrive | undefined): void => {
    if (drive && !slots[slot]) {
      slots[slot] = { uuid: options.newId(), path: drive.path, online: true, fresh: true };
    }
  };
  for (const slot of known.keys()) {
    fill(slot, slots[slot] ? undefined : takeEmpty(found[slot]));
  }
  for (const slot of known.keys()) {
    fill(slot, slots[slot] ? undefined : takeEmpty([...empties][0]));
  }
  for (const drive of [...empties]) {
    fill(slots.length, drive);
  }
  const complete = slots.map((slot, i) => {
    const there = found[i];
    const path = there?.kind === 'missing' || there?.kind === 'unusable' ? there.path : '';
    return slot ?? { uuid: known[i] ?? '', path, online: false, fresh: false };
  });
  const changed = complete.some((slot) => slot.fresh);
  return {
    set,
    generation: (newest?.generation ?? 0) + (changed ? 1 : 0),
    slots: complete,
    changed,
    refused: refusals(found, set, members),
  };
}
