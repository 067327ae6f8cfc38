import { objectKeyProblem } from '@stowage/domain/object-key';
import { createListeners } from './listeners.ts';
import type { UploadLedger } from './parts/upload-ledger.ts';
import type { SendUpload } from './send-upload.ts';
import type { Slots } from './slots.ts';
import {
  noTransfers,
  reduceTransfers,
  type TransferAction,
  type TransferState,
} from './transfer-reducer.ts';
import { type ChosenFile, type UploadTarget, uploadGroups } from './upload-batch.ts';
import {
  groupState,
  type UploadFailure,
  type UploadFile,
  type UploadGroup,
  uploadSuspended,
} from './upload-group.ts';

/** The outcome of all files chosen together. */
export interface BatchEnd extends UploadTarget {
  /** 'sessionEnded': something failed because the user was no longer logged in. */
  readonly outcome: 'stored' | 'failed' | 'sessionEnded' | 'canceled';
}

interface TransferStoreParts {
  readonly send: SendUpload;
  /** The unfinished uploads when the page closes. */
  readonly ledger: UploadLedger;
  /** The slots for concurrent requests. */
  readonly slots: Slots;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly newId: () => string;
}

interface Sending {
  readonly group: string;
  readonly controller: AbortController;
}

const tooLong: UploadFailure = { code: 'KeyTooLong', status: undefined, message: undefined };
const unauthorized = 401;
const sessionEnded: UploadFailure = {
  code: 'SessionRequired',
  status: unauthorized,
  message: undefined,
};

const lostSession = ({ failed }: UploadGroup) =>
  failed.some(({ failure }) => failure.status === unauthorized);

function batchOutcome(groups: readonly UploadGroup[]): BatchEnd['outcome'] | undefined {
  const states = groups.map(groupState);
  if (states.includes('running')) return undefined;
  const failures = groups.flatMap(({ failed }) => failed);
  if (groups.some(lostSession)) return 'sessionEnded';
  if (failures.length > 0) return 'failed';
  return states.includes('canceled') ? 'canceled' : 'stored';
}

/** The uploads of this page, sent a few at a time, in the order they were chosen. */
export class TransferStore {
  readonly #parts: TransferStoreParts;
  readonly #changed = createListeners();
  readonly #ended = createListeners<[BatchEnd]>();
  readonly #openBatches = new Set<string>();
  readonly #sending = new Map<string, Sending>();
  #state = noTransfers;
  #concurrency = 1;
  #owner: string | undefined;

  constructor(parts: TransferStoreParts) {
    this.#parts = parts;
  }

  get ledger(): UploadLedger {
    return this.#parts.ledger;
  }

  readonly state = (): TransferState => this.#state;

  readonly subscribe = this.#changed.add;

  /**
   * Adds a listener that is called when all files chosen together are stored, failed or cancelled.
   */
  readonly onBatchEnd = this.#ended.add;

  /**
   * Sets who is logged in. Uploads stopped by the end of this account's session resume; those of
   * another account are cancelled and removed.
   */
  setOwner(account: string): void {
    if (this.#owner !== undefined && this.#owner !== account) this.#clear();
    this.#owner = account;
    this.#parts.ledger.open(account);
    for (const group of this.#state.groups) if (lostSession(group)) this.retry(group.id);
  }

  /** Sets the number of files, and parts of files, that may be sent at once. */
  setConcurrency(requests: number): void {
    this.#concurrency = Math.max(1, requests);
    this.#parts.slots.resize(requests);
    this.#pump();
  }

  upload(chosen: readonly ChosenFile[], target: UploadTarget): void {
    const groups = uploadGroups(chosen, target, this.#parts.newId);
    for (const { batch } of groups) this.#openBatches.add(batch);
    this.#dispatch({ type: 'added', groups });
    this.#pump();
  }

  cancel(group: string): void {
    this.#dispatch({ type: 'canceled', group });
    for (const sending of this.#sending.values()) {
      if (sending.group === group) sending.controller.abort();
    }
    this.#announceEnds();
  }

  cancelAll(): void {
    for (const group of this.#state.groups) {
      if (groupState(group) === 'running') this.cancel(group.id);
    }
  }

  /** Suspends everything until the same account logs in again. */
  suspend(): void {
    for (const { id: group } of this.#state.groups) {
      this.#dispatch({ type: 'abandoned', group, failure: sessionEnded });
    }
    for (const { controller } of this.#sending.values()) controller.abort(uploadSuspended);
  }

  /** Retries the failed files of a group. */
  retry(id: string): void {
    const group = this.#state.groups.find((candidate) => candidate.id === id);
    if (group === undefined) return;
    this.#openBatches.add(group.batch);
    this.#dispatch({ type: 'retried', group: id });
    this.#pump();
  }

  /** Removes every finished group from the list. */
  dismissFinished(): void {
    for (const group of this.#state.groups) {
      if (groupState(group) !== 'running') this.#dispatch({ type: 'dismissed', group: group.id });
    }
  }

  #clear(): void {
    this.#openBatches.clear();
    // Without a login nothing can be deleted.
    this.suspend();
    this.#dispatch({ type: 'cleared' });
  }

  #dispatch(action: TransferAction): void {
    const before = this.#state;
    this.#state = reduceTransfers(before, action);
    if (this.#state !== before) this.#changed.call();
  }

  #pump(): void {
    while (this.#sending.size < this.#concurrency) {
      const group = this.#state.groups.find(
        (candidate) => !candidate.canceled && candidate.next < candidate.files.length,
      );
      const upload = group?.files[group.next];
      if (group === undefined || upload === undefined) break;
      void this.#sendOne(group, upload);
    }
    this.#announceEnds();
  }

  async #sendOne(group: UploadGroup, upload: UploadFile): Promise<void> {
    const controller = new AbortController();
    this.#sending.set(upload.id, { group: group.id, controller });
    this.#dispatch({ type: 'started', group: group.id, at: this.#parts.now() });
    const result = await this.#attempt(group, upload, controller.signal);
    const isSuspended = controller.signal.reason === uploadSuspended;
    const failure = result && isSuspended ? sessionEnded : result;
    this.#sending.delete(upload.id);
    this.#settle(group.id, upload, failure);
    this.#pump();
  }

  async #attempt(
    { id: group, bucket }: UploadGroup,
    { id: file, key, file: source }: UploadFile,
    signal: AbortSignal,
  ): Promise<UploadFailure | undefined> {
    if (objectKeyProblem(key) === 'too-long') return tooLong;
    const { send, now } = this.#parts;
    const onProgress = (bytes: number) =>
      this.#dispatch({ type: 'progressed', group, file, bytes, at: now() });
    const onStall = (stalled: boolean) => this.#dispatch({ type: 'stalled', group, file, stalled });
    return send({ bucket, key, file: source, signal, onProgress, onStall });
  }

  #settle(group: string, file: UploadFile, failure: UploadFailure | undefined): void {
    this.#dispatch({ type: 'stalled', group, file: file.id, stalled: false });
    if (failure === undefined) {
      this.#dispatch({ type: 'stored', group, file, at: this.#parts.now() });
      return;
    }
    this.#dispatch({ type: 'failed', group, file, failure });
    if (failure.status !== unauthorized) return;
    for (const { id } of this.#state.groups) {
      this.#dispatch({ type: 'abandoned', group: id, failure });
    }
  }

  #announceEnds(): void {
    for (const batch of this.#openBatches) {
      const groups = this.#state.groups.filter((group) => group.batch === batch);
      const outcome = batchOutcome(groups);
      if (outcome === undefined) continue;
      this.#openBatches.delete(batch);
      const [first] = groups;
      if (first) this.#ended.call({ bucket: first.bucket, folder: first.folder, outcome });
    }
  }
}
