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
  /** Generation in the drives' formats. */
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

  /** The session number; no drive in use has seen a later one. */
  epoch = 0;
  /** Incremented whenever the drives' formats are written. */
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

  /** Calls `listener` with the slot of each drive that goes out of use. */
  onLost(listener: (slot: number) => void): void {
    this.#onLost = listener;
  }

  get all(): readonly Drive[] {
    return this.#drives;
  }

  get working(): readonly Drive[] {
    return this.#drives.filter((drive) => drive.state === 'ok');
  }

  /** Drives that accept new data. */
  get taking(): readonly Drive[] {
    return this.#drives.filter(takes);
  }

  /** Whether the drive of a slot accepts new data. */
  isTaking(slot: number): boolean {
    const drive = this.#drives[slot];
    return drive !== undefined && takes(drive);
  }

  /** Number of copies kept of everything. */
  get copies(): number {
    return Math.min(2, this.#drives.length);
  }

  /** Returns the drive of a slot, if it is working. */
  online(slot: number): Drive | undefined {
    const drive = this.#drives[slot];
    return drive?.state === 'ok' ? drive : undefined;
  }

  /**
   * Returns the slots with readable drives: first those in use, then those that only fail to write.
   */
  toRead(slots: readonly number[]): readonly number[] {
    const rest = slots.filter((slot) => !this.online(slot) && this.#drives[slot]?.readable);
    return [...slots.filter((slot) => this.online(slot)), ...rest];
  }

  /**
   * Returns the error for content of which no copy could be read: ServiceUnavailable while a drive
   * is away, so that clients retry.
   */
  async unreadable(slots: readonly number[]): Promise<S3Error> {
    await Promise.all(slots.map((slot) => this.isThere(slot)));
    return slots.every((slot) => this.readable(slot) ?? this.isVacant(slot))
      ? new S3Error('InternalError', 'No copy of the object could be read.')
      : new S3Error('ServiceUnavailable', 'The drives that have the object are out of use.');
  }

  /** Whether the slot is vacant, so that nothing in it can come back. */
  isVacant(slot: number): boolean {
    const drive = this.#drives[slot];
    return drive !== undefined && isVacant(drive);
  }

  /** Returns the drive of a slot, if it can be read. */
  readable(slot: number): Drive | undefined {
    const drive = this.#drives[slot];
    return drive?.readable ? drive : undefined;
  }

  /**
   * Picks the drives for a new segment in rotation, or those with the most free space if too few
   * have enough.
   * @throws S3Error ServiceUnavailable if too few drives work
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

  /**
   * Picks the drives for new content.
   * @throws S3Error XMinioStorageFull if too few have space
   */
  pickForContent(): readonly Drive[] {
    this.needRoom();
    return this.#rotation.pick(this.taking.filter(hasRoom), this.copies);
  }

  /**
   * Rejects operations that need space.
   * @throws S3Error XMinioStorageFull, or ServiceUnavailable if too few drives work
   */
  needRoom(): void {
    const refusal = this.refusal();
    if (refusal) {
      throw refusal;
    }
  }

  /** Returns the error that currently rejects operations needing space, if any. */
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
   * Returns the error for a write that no drive accepted.
   *
   * @param full whether a drive was full during the attempt; there may be space again since
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

  /** Rejects writes with a reason, a sentence, until called without one. */
  hold(reason: string | undefined): void {
    this.#hold = reason;
  }

  /** Returns why new data cannot be written, or undefined if it can. */
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

  /** Picks a drive outside `not` that accepts new data and has space. */
  spare(not: readonly number[]): Drive | undefined {
    const others = this.taking.filter((drive) => hasRoom(drive) && !not.includes(drive.slot));
    return this.#rotation.pick(others, 1)[0];
  }

  /** Makes the slot of a fully drained drive vacant. */
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

  /** Subtracts bytes from a drive's free space. */
  spent(slot: number, bytes: number): void {
    const drive = this.#drives[slot];
    if (drive) {
      spend(drive, bytes);
    }
  }

  /**
   * Records a write failure: a full drive is skipped, any other failure takes the drive out of use.
   */
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
   * Measures the drives and checks whether those out of use are back; returns the slots of those
   * that are.
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
   * Checks whether the drive of a slot is present, since one that lost a file may be gone entirely,
   * and takes it out of use if not.
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
      // A shortage in this process says nothing about the drive, which stays in use.
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

  /** Puts a drive back into use if it is writable. */
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

  /** Returns the drive states as last measured. */
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
