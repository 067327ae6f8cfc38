import { writeFormat } from './drive-format.ts';

/** The drives of a store according to their formats. */
export interface Membership {
  readonly set: string;
  readonly generation: number;
  /** By slot; online drives get the new format. */
  readonly slots: readonly {
    readonly uuid: string;
    readonly path: string;
    readonly online: boolean;
  }[];
  /** Slots whose drives are being drained or were drained. */
  readonly drain: readonly number[];
}

/** The change of one slot. */
export interface MembershipChange {
  readonly slot: number;
  /** '' makes it vacant. */
  readonly uuid: string;
  /** Whether its drive is being drained or, for a vacant slot, was drained. */
  readonly draining: boolean;
  /** Path of a drive that joins the set or changes state; it is written first. */
  readonly path: string | undefined;
}

/**
 * Writes a new generation of the set to its drives. The joining drive is written first: if that
 * fails, the others stay unchanged.
 */
export async function writeMembership(
  { set, generation, slots, drain }: Membership,
  { slot, uuid, draining, path }: MembershipChange,
): Promise<void> {
  const drives = slots.map((one, i) => (i === slot ? uuid : one.uuid));
  const others = drain.filter((one) => one !== slot);
  const format = {
    format: 1,
    ...{ set, generation: generation + 1, drives },
    drain: draining ? [...others, slot] : others,
  } as const;
  if (path !== undefined) {
    await writeFormat(path, { ...format, drive: uuid });
  }
  for (const [i, one] of slots.entries()) {
    if (one.online && i !== slot) {
      await writeFormat(one.path, { ...format, drive: one.uuid });
    }
  }
}
