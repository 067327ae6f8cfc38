import { S3Error } from '@stowage/storage-wire/s3-error';
import type { EngineOptions } from '../engine-options.ts';
import type { DriveState } from '../types.ts';
import { type Drive, isFull, isOwnShortage, isVacant } from './drive.ts';
import { tryWriting } from './drive-format.ts';
import { hasRoom, measure, spend } from './drive-space.ts';
import { whyWrong } from './presence.ts';
import { Rotation } from './rotation.ts';

export type Log = NonNullable<EngineOptions['log']>;

const TOO_FEW = 'Too few drives are online to keep two copies.';

export interface RefusedDrive {
  readonly path: string;
  readonly reason: string;
}

interface DriveSetOptions {
  readonly refused: readonly RefusedDrive[];
  /** Of the drives' formats. */
  readonly generation: number;
  readonly log: Log;
}

/** The drives of a store, by slot. */
export class DriveSet {
  readonly id: string;
  readonly #drives: readonly Drive[];
  readonly #log: Log;
  readonly #rotation = new Rotation();
  #onLost: (slot: number) => void = () => undefined;

  /** Number of the session; no drive in use has seen a later one. */
  epoch = 0;
  /** Raised whenever the formats of the drives are written. */
  generation: number;
  #hold: string | undefined;
  /** Configured directories that are not used, with the reason. */
  readonly refused: readonly RefusedDrive[];

  constructor(id: string, drives: readonly Drive[], options: DriveSetOptions) {
    this.id = id;
    this.#drives = drives;
    this.#log = options.log;
    this.refused = options.refused;
    this.generation = options.generation;
  }

  /** Has `listener` called with the slot of each drive that goes out of use. */
  onLost(listener: (slot: number) => void): void {
    this.#onLost = listener;
  }

  get all(): readonly Drive[] {
    return this.#drives;
  }

  get working(): readonly Drive[] {
    return this.#drives.filter((drive) => drive.state === 'ok');
  }

  /** Those that take something new. */
  get taking(): readonly Drive[] {
    return this.#drives.filter(takes);
  }

  /** Whether the drive of a slot takes something new. */
  isTaking(slot: number): boolean {
    const drive = this.#drives[slot];
    return drive !== undefined && takes(drive);
  }

  /** How many copies everything has. */
  get copies(): number {
    return Math.min(2, this.#drives.length);
  }

  /** The drive of a slot when it works. */
  online(slot: number): Drive | undefined {
    const drive = this.#drives[slot];
    return drive?.state === 'ok' ? drive : undefined;
  }

  /** The slots whose drives can be read: first those in use, then those that only refuse writes. */
  toRead(slots: readonly number[]): readonly number[] {
    const rest = slots.filter((slot) => !this.online(slot) && this.#drives[slot]?.readable);
    return [...slots.filter((slot) => this.online(slot)), ...rest];
  }

  /** What to answer when none of the copies could be read: while a drive is away, to try again. */
  async unreadable(slots: readonly number[]): Promise<S3Error> {
    await Promise.all(slots.map((slot) => this.isThere(slot)));
    return slots.every((slot) => this.readable(slot) ?? this.isVacant(slot))
      ? new S3Error('InternalError', 'No copy of the object could be read.')
      : new S3Error('ServiceUnavailable', 'The drives that have the object are out of use.');
  }

  /** Whether nothing is waited for in the slot. */
  isVacant(slot: number): boolean {
    const drive = this.#drives[slot];
    return drive !== undefined && isVacant(drive);
  }

  /** The drive of a slot when it can be read. */
  readable(slot: number): Drive | undefined {
    const drive = this.#drives[slot];
    return drive?.readable ? drive : undefined;
  }

  /**
   * The drives for a new segment, in rotation; without room on enough of them those
   * that have most. Throws ServiceUnavailable when too few work.
   */
  pickForLog(): readonly Drive[] {
    const refusal = this.refusal();
    if (refusal?.code === 'ServiceUnavailable') {
      throw refusal;
    }
    const { taking } = this;
    const roomy = taking.filter(hasRoom);
    if (roomy.length < this.copies) {
      return [...taking].sort((a, b) => b.available - a.available).slice(0, this.copies);
    }
    return this.#rotation.pick(roomy, this.copies);
  }

  /** The drives for new content. Throws XMinioStorageFull when too few have room. */
  pickForContent(): readonly Drive[] {
    this.needRoom();
    return this.#rotation.pick(this.taking.filter(hasRoom), this.copies);
  }

  /** Refuses what needs room with XMinioStorageFull, or ServiceUnavailable when too few drives work. */
  needRoom(): void {
    const refusal = this.refusal();
    if (refusal) {
      throw refusal;
    }
  }

  /** The error with which what needs room is refused now. */
  refusal(): S3Error | undefined {
    if (this.#hold !== undefined) {
      return new S3Error('ServiceUnavailable', this.#hold);
    }
    const lack = this.#lack();
    if (lack === undefined) {
      return undefined;
    }
    return lack === 'ServiceUnavailable' ? new S3Error(lack, TOO_FEW) : new S3Error(lack);
  }

  /**
   * The error for a write that no drive took.
   *
   * @param full one of them was full when it was tried; by now there may be room again
   */
  refusalAfter(full: boolean): S3Error {
    const now = this.refusal();
    if (now !== undefined) {
      return now;
    }
    return full
      ? new S3Error('XMinioStorageFull')
      : new S3Error('ServiceUnavailable', 'The drives failed while writing.');
  }

  /** Refuses writes for a reason, a sentence, until it is called without one. */
  hold(reason: string | undefined): void {
    this.#hold = reason;
  }

  /** Why nothing can be written to new places, or undefined when it can. */
  #lack(): 'ServiceUnavailable' | 'XMinioStorageFull' | undefined {
    let taking = 0;
    let roomy = 0;
    for (const drive of this.#drives) {
      if (takes(drive)) {
        taking++;
        roomy += hasRoom(drive) ? 1 : 0;
      }
    }
    if (taking < this.copies) {
      return 'ServiceUnavailable';
    }
    return roomy < this.copies ? 'XMinioStorageFull' : undefined;
  }

  /** A drive that takes something new and has room, not among `not`. */
  spare(not: readonly number[]): Drive | undefined {
    const others = this.taking.filter((drive) => hasRoom(drive) && !not.includes(drive.slot));
    return this.#rotation.pick(others, 1)[0];
  }

  /** Leaves the slot of a drive that was drained, and has nothing any more, vacant. */
  vacate(slot: number): void {
    const drive = this.#drives[slot];
    if (drive) {
      drive.uuid = '';
      drive.path = '';
      drive.state = 'offline';
      drive.readable = false;
      drive.reason = '';
    }
  }

  /** Notes that so much of a drive's room is gone. */
  spent(slot: number, bytes: number): void {
    const drive = this.#drives[slot];
    if (drive) {
      spend(drive, bytes);
    }
  }

  /** Notes a failure to write: a full drive is passed over, another failure takes it out of use. */
  failed(slot: number, error: unknown): void {
    const drive = this.#drives[slot];
    if (drive?.state !== 'ok') {
      return;
    }
    const fields = { drive: drive.path, error: String(error) };
    if (isFull(error)) {
      drive.available = 0;
      this.#log('warn', 'A drive is full.', fields);
    } else if (isOwnShortage(error)) {
      this.#log('error', 'The system lets this process open no more.', fields);
    } else {
      drive.state = 'offline';
      drive.reason = String(error);
      this.#log('error', 'A drive failed and is out of use.', fields);
      this.#onLost(slot);
    }
  }

  /**
   * Measures the drives and looks whether those out of use are back; gives the
   * slots that are.
   */
  async poll(): Promise<readonly number[]> {
    const back: number[] = [];
    for (const drive of this.#drives) {
      if (drive.path === '') {
        continue;
      }
      if (!(await this.#check(drive))) {
        continue;
      }
      if (drive.state === 'ok') {
        await measure(drive);
      } else if (await this.#comesBack(drive)) {
        back.push(drive.slot);
      }
    }
    return back;
  }

  /**
   * Looks whether the drive of a slot is there, as one that has lost a file may be gone as a
   * whole, and takes it out of use when it is not.
   */
  async isThere(slot: number): Promise<boolean> {
    const drive = this.readable(slot);
    return drive !== undefined && (await this.#check(drive));
  }

  async #check(drive: Drive): Promise<boolean> {
    let wrong: string | undefined;
    try {
      wrong = await whyWrong(drive, this);
    } catch (error) {
      // What this process lacks says nothing about the drive, which stays in use.
      this.failed(drive.slot, error);
      return false;
    }
    if (wrong !== undefined) {
      this.failed(drive.slot, wrong);
      drive.readable = false;
      drive.reason = wrong;
    }
    return wrong === undefined;
  }

  /** Takes a drive into use again when it can be written. */
  async #comesBack(drive: Drive): Promise<boolean> {
    try {
      await tryWriting(drive.path);
      await measure(drive);
    } catch (error) {
      this.#log('warn', 'A drive still fails.', { drive: drive.path, error: String(error) });
      return false;
    }
    drive.state = 'ok';
    drive.readable = true;
    drive.reason = '';
    this.#log('info', 'A drive is back.', { drive: drive.path });
    return true;
  }

  /** As last measured. */
  states(): readonly DriveState[] {
    return this.#drives.map(({ path, uuid, state, total, used, available, ...inodes }) => ({
      path,
      uuid,
      state,
      totalSpace: state === 'ok' ? total : 0,
      usedSpace: state === 'ok' ? used : 0,
      usedInodes: state === 'ok' ? inodes.usedInodes : 0,
      freeInodes: state === 'ok' ? inodes.freeInodes : 0,
      availableSpace: state === 'ok' ? Math.max(0, available) : 0,
    }));
  }
}

function takes({ state, draining }: Drive): boolean {
  return state === 'ok' && !draining;
}
