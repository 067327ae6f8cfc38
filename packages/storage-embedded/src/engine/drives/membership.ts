import { writeFormat } from './drive-format.ts';

/** Which drives a store has, as their formats say. */
export interface Membership {
  readonly set: string;
  readonly generation: number;
  /** By slot; those that are online get the new formats. */
  readonly slots: readonly {
    readonly uuid: string;
    readonly path: string;
    readonly online: boolean;
  }[];
  /** Slots whose drives are being drained or were. */
  readonly drain: readonly number[];
}

/** What becomes of one slot. */
export interface MembershipChange {
  readonly slot: number;
  /** '' leaves it vacant. */
  readonly uuid: string;
  /** Its drive is being drained, or, when it is vacant, was. */
  readonly draining: boolean;
  /** Of the drive that is taken in, or goes on with another state; it is written first. */
  readonly path: string | undefined;
}

/** Writes a new generation of the set to its drives: the one that is taken in comes first, without it the others stay as they are. */
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
