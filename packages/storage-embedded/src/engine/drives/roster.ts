import type { DriveFormat, FoundDrive } from './drive-format.ts';

/** The drive in one slot of the set. */
export interface RosterSlot {
  /** '' if the slot is vacant. */
  readonly uuid: string;
  readonly path: string;
  readonly online: boolean;
  /** Whether it is a new drive that must be formatted. */
  readonly fresh: boolean;
}

/** The assignment of drives to slots. */
export interface Roster {
  readonly set: string;
  readonly generation: number;
  readonly slots: readonly RosterSlot[];
  /** Slots whose drives are being drained or were drained. */
  readonly drain: readonly number[];
  /** Whether the formats must be rewritten because drives were added or replaced. */
  readonly changed: boolean;
  /** Paths that are not used, with the reason. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

export type FormattedDrive = Extract<FoundDrive, { kind: 'formatted' }>;

/** Chooses the preferred set if any drive belongs to it, otherwise the one with the most drives. */
function chooseSet(formatted: readonly FormattedDrive[], preferred: string | undefined): string {
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

/** Returns the newest format of the set; it lists the drives that belong to the set. */
function newestFormat(formatted: readonly FormattedDrive[], set: string): DriveFormat | undefined {
  return formatted
    .map((one) => one.format)
    .filter((format) => format.set === set)
    .reduce<DriveFormat | undefined>(
      (a, b) => (a && a.generation >= b.generation ? a : b),
      undefined,
    );
}

function reasonOf(one: FoundDrive, set: string): string | undefined {
  if (one.kind === 'unusable') {
    return one.reason;
  }
  if (one.kind === 'empty') {
    return `it is empty; mount the drive that was here, or, if that is lost for good, run: npm run storage -- drive replace ${one.path}`;
  }
  if (one.kind === 'formatted') {
    return one.format.set === set
      ? `it was replaced, given up or drained, or is there twice; to take it back, run: npm run storage -- drive readmit ${one.path}`
      : 'it belongs to another store';
  }
  return undefined;
}

/**
 * Returns the empty directories that extend the set: those not in place of a drive, provided that
 * no drive is missing.
 */
function findAdded(
  found: readonly FoundDrive[],
  slots: readonly RosterSlot[],
): readonly FoundDrive[] {
  if (slots.some(({ uuid, online }) => !online && uuid !== '')) {
    return [];
  }
  return found.filter((one, i) => one.kind === 'empty' && slots[i]?.online !== false);
}

/**
 * Finds the slot of each drive from its format, wherever it is mounted. An empty directory never
 * replaces a missing drive automatically: a drive that is not mounted looks exactly the same. If no
 * drive is missing, empty directories extend the set. `newId` generates their ids.
 */
export function assignSlots(
  found: readonly FoundDrive[],
  options: { preferredSet: string | undefined; newId: () => string },
): Roster {
  const formatted = found.filter((one) => one.kind === 'formatted');
  const set = chooseSet(formatted, options.preferredSet);
  const newest = newestFormat(formatted, set);
  const used = new Set<FoundDrive>();
  const slots: RosterSlot[] = (newest?.drives ?? []).map((uuid, i) => {
    const match = formatted.find(({ format }) => format.set === set && format.drive === uuid);
    if (match) {
      used.add(match);
      return { uuid, path: match.path, online: true, fresh: false };
    }
    const there = found[i];
    const path = there && there.kind !== 'formatted' ? there.path : '';
    return { uuid, path: uuid === '' ? '' : path, online: false, fresh: false };
  });
  const added = findAdded(found, slots);
  const changed = added.length > 0;
  for (const drive of added) {
    used.add(drive);
    slots.push({ uuid: options.newId(), path: drive.path, online: true, fresh: true });
  }
  return {
    set,
    generation: (newest?.generation ?? 0) + (changed ? 1 : 0),
    slots,
    drain: newest?.drain ?? [],
    changed,
    refused: found.flatMap((one) => {
      const reason = used.has(one) ? undefined : reasonOf(one, set);
      return reason === undefined ? [] : [{ path: one.path, reason }];
    }),
  };
}
