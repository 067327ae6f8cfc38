import { setImmediate as breathe } from 'node:timers/promises';
import { CONTENT, contentsOf, type LocatedObject } from '../changes/stored-object.ts';
import { fileSize, type OwnedContent } from '../content/blob-content.ts';
import { blobPath, segmentPath, sizeOf } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import type { HealCopyState, HealedCopy, HealedVersion, HealQuery } from '../healing.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { RecordPlace, SegmentFiles } from '../log/segment-files.ts';
import type { Listing, ListQuery, StoredObject } from '../types.ts';
import { type Damage, nameOf } from './damage.ts';
import type { Inspection } from './inspection.ts';
import type { Repairs } from './repairs.ts';

/** Versions listed at a time while requests wait. */
const PAGE = 100;

export interface ObjectHealParts {
  readonly drives: DriveSet;
  readonly files: SegmentFiles;
  readonly inspection: Inspection;
  readonly repairs: Repairs;
  readonly segments: ReadonlyMap<number, SegmentInfo>;
  readonly list: (query: ListQuery) => Listing;
  readonly find: (object: StoredObject) => LocatedObject | undefined;
  /** Returns the number of a bucket. */
  readonly bucketId: (bucket: string) => number;
  readonly activeSegment: () => number | undefined;
  /** Seals the active segment. */
  readonly seal: () => Promise<void>;
}

/** A version's record or one of its contents, with the state of each copy. */
interface Piece {
  readonly states: ReadonlyMap<number, HealCopyState>;
  readonly damage: (slot: number) => Damage;
}

const RANK: Readonly<Record<HealCopyState, number>> = { whole: 0, damaged: 1, missing: 2, away: 3 };

function worse(a: HealCopyState, b: HealCopyState): HealCopyState {
  return RANK[a] >= RANK[b] ? a : b;
}

function isGood(state: HealCopyState): boolean {
  return state === 'whole';
}

/** Checks the copies of every version below a prefix and repairs bad ones. */
export class ObjectHeal {
  readonly #parts: ObjectHealParts;
  readonly #query: HealQuery;
  /** Lengths of segment copies before this run filled them; absent for others. */
  readonly #filled = new Map<string, number>();
  readonly #seen = new Set<string>();

  constructor(parts: ObjectHealParts, query: HealQuery) {
    this.#parts = parts;
    this.#query = query;
  }

  /** @throws S3Error NoSuchBucket */
  async *run(): AsyncGenerator<HealedVersion> {
    const { bucket, prefix, recursive } = this.#query;
    const query = { bucket, prefix, delimiter: recursive ? '' : '/', limit: PAGE, versions: true };
    let next: Listing['next'];
    do {
      const { key: after = '', versionId: afterVersion = '' } = next ?? {};
      const page = this.#parts.list({ ...query, after, afterVersion });
      for (const object of page.objects) {
        if (this.#query.stopped()) {
          return;
        }
        const healed = await this.#heal(object);
        if (healed) {
          yield healed;
        }
      }
      next = page.next;
      await breathe();
    } while (next);
  }

  /** Undefined if the version was deleted meanwhile. */
  async #heal(object: StoredObject): Promise<HealedVersion | undefined> {
    // Its record may be moved during the check.
    for (let tries = 0; tries < 3; tries++) {
      const pieces = await this.#inspect(object);
      if (pieces) {
        return this.#mend(object, pieces);
      }
    }
    return undefined;
  }

  async #inspect(object: StoredObject): Promise<readonly Piece[] | undefined> {
    const content = this.#parts.find(object)?.[CONTENT];
    if (!content) {
      return undefined;
    }
    const { segment, offset, length, sequence } = content;
    const record = await this.#record({ segment, offset, length, sequence });
    // Content that is in a tier has no local files.
    const stored = contentsOf(content, object.size) ?? [];
    const owner = { bucket: this.#parts.bucketId(object.bucket), key: object.key };
    const pieces: Piece[] = [];
    for (const { blob: ref, size } of stored) {
      const piece = await this.#content({ blob: ref, size, owner });
      if (!piece) {
        return undefined;
      }
      pieces.push(piece);
    }
    return record && [...pieces, record];
  }

  async #record(place: RecordPlace): Promise<Piece | undefined> {
    const states = new Map<number, HealCopyState>();
    for (const slot of this.#parts.segments.get(place.segment)?.slots ?? []) {
      states.set(slot, await this.#recordCopy(place, slot));
    }
    return this.#parts.segments.has(place.segment)
      ? { states, damage: (slot) => ({ kind: 'record', place, slot }) }
      : undefined;
  }

  async #recordCopy(place: RecordPlace, slot: number): Promise<HealCopyState> {
    const { drives, files } = this.#parts;
    const drive = drives.readable(slot);
    if (!drive) {
      return 'away';
    }
    const name = nameOf({ kind: 'segment', id: place.segment, slot });
    const path = segmentPath(drive, place.segment);
    if (!this.#seen.has(name)) {
      // An open file stays readable after it was deleted.
      files.forgetDrive(path);
      this.#seen.add(name);
    }
    const end = place.offset + place.length;
    const size = await sizeOf(path).catch(() => -1);
    if (size < end) {
      return (await drives.isThere(slot)) ? 'missing' : 'away';
    }
    return (await files.readCopy(place, slot)) ? 'whole' : 'damaged';
  }

  async #content(content: OwnedContent): Promise<Piece | undefined> {
    const states = this.#query.deep ? await this.#read(content) : await this.#measure(content);
    return states && { states, damage: (slot) => ({ kind: 'blob', content, slot }) };
  }

  #read(content: OwnedContent): Promise<ReadonlyMap<number, HealCopyState> | undefined> {
    const { onRead = async () => undefined, stopped } = this.#query;
    return this.#parts.inspection.content(content, { onRead, stopped });
  }

  async #measure(content: OwnedContent): Promise<ReadonlyMap<number, HealCopyState>> {
    const { drives } = this.#parts;
    const states = new Map<number, HealCopyState>();
    for (const slot of content.blob.slots) {
      const drive = drives.readable(slot);
      const size = drive && (await sizeOf(blobPath(drive, content.blob.id)).catch(() => -1));
      if (size === fileSize(content)) {
        states.set(slot, 'whole');
      } else {
        const isThere = drive !== undefined && (await drives.isThere(slot));
        states.set(slot, !isThere ? 'away' : size === -1 ? 'missing' : 'damaged');
      }
    }
    return states;
  }

  async #mend(object: StoredObject, pieces: readonly Piece[]): Promise<HealedVersion | undefined> {
    const copies = new Map<number, HealedCopy>();
    let problem: string | undefined;
    // The record comes after the contents, or alone if the content is inline.
    const record = pieces.length > 1 ? pieces.at(-1) : undefined;
    for (const piece of pieces) {
      for (const [slot, state] of piece.states) {
        const found = this.#stateBefore(piece.damage(slot), state);
        const isDamage = state === 'damaged' || state === 'missing';
        const result = isDamage && !this.#query.dryRun ? await this.#repair(piece, slot) : state;
        if (result === 'gone') {
          return undefined;
        }
        problem ??= isDamage && !isGood(result) ? this.#problemOf(piece.damage(slot)) : undefined;
        addCopy(copies, { slot, before: found, after: result }, piece !== record);
      }
    }
    const { bucket, key, versionId, size } = object;
    const lost = pieces.some(({ states }) => ![...states.values()].some(isGood));
    const about = { bucket, key, versionId, size, lost, copies: [...copies.values()] };
    return problem === undefined ? about : { ...about, problem };
  }

  /**
   * State of a copy before this run: repairing another record of its segment may have filled it
   * already.
   */
  #stateBefore(damage: Damage, now: HealCopyState): HealCopyState {
    if (damage.kind !== 'record') {
      return now;
    }
    const { segment: id, offset, length } = damage.place;
    const size = this.#filled.get(nameOf({ kind: 'segment', id, slot: damage.slot }));
    return size !== undefined && size < offset + length ? 'missing' : now;
  }

  async #repair(piece: Piece, slot: number): Promise<HealCopyState | 'gone'> {
    const { drives, repairs } = this.#parts;
    const damage = piece.damage(slot);
    const drive = drives.online(slot);
    const state = piece.states.get(slot) ?? 'missing';
    if (damage.kind === 'record' && drive && state === 'missing') {
      await this.#noteFilled(damage.place.segment, slot, segmentPath(drive, damage.place.segment));
    }
    const outcome = await repairs.repair(damage);
    repairs.save();
    if (outcome === 'gone') {
      return 'gone';
    }
    return outcome === 'repaired' ? 'whole' : state;
  }

  async #noteFilled(id: number, slot: number, path: string): Promise<void> {
    const { activeSegment, seal } = this.#parts;
    const size = await sizeOf(path).catch(() => -1);
    if (id === activeSegment()) {
      // The active segment's file cannot be recreated.
      await seal();
    }
    this.#filled.set(nameOf({ kind: 'segment', id, slot }), size);
  }

  #problemOf(damage: Damage): string | undefined {
    const name = nameOf(damage);
    return this.#parts.repairs.failed.find((failed) => nameOf(failed.damage) === name)?.error;
  }
}

/**
 * For a version with contents in files, the drives of its record are listed only if the record is
 * bad there.
 */
function addCopy(copies: Map<number, HealedCopy>, copy: HealedCopy, isContent: boolean): void {
  const { slot, before, after } = copy;
  const known = copies.get(slot);
  if (!known && !isContent && isGood(before)) {
    return;
  }
  copies.set(slot, {
    slot,
    before: known ? worse(known.before, before) : before,
    after: known ? worse(known.after, after) : after,
  });
}
