import { createHash } from 'node:crypto';
import { MAX_JOB_FAILURES } from '@stowage/contract/jobs';
import type { JobEnding, JobStore, StoredFailure } from '../../state/job-store.ts';
import { Interruption } from './interruption.ts';
import type { Progress, Step } from './job-progress.ts';
import type { Attempt, Outcome } from './operation.ts';

export interface JobRecordOptions {
  readonly id: string;
  readonly holder: string;
  /** How long each save extends this console's lease on the job. */
  readonly leaseMs: number;
  readonly store: Pick<JobStore, 'hold' | 'end' | 'addFailures' | 'dropFailures'>;
  readonly progress: Progress;
  readonly onCancel: () => void;
}

/**
 * The progress of a job in memory and in the store. Saves run one after another, so that an older
 * state never replaces a newer one; failures are stored before the state that counts them.
 */
export class JobRecord {
  readonly progress: Progress;
  readonly #options: JobRecordOptions;
  readonly #failed = new Map<string, StoredFailure>();
  readonly #dropped = new Set<string>();
  #saving: Promise<void> = Promise.resolve();
  #savedAt = performance.now();

  constructor(options: JobRecordOptions) {
    this.progress = options.progress;
    this.#options = options;
  }

  /** Whether the lease may have expired, so that the job may belong to another console. */
  get isStale(): boolean {
    return performance.now() - this.#savedAt > this.#options.leaseMs;
  }

  /** Records the steps that are starting. */
  begin(steps: readonly Step[], again: boolean): void {
    this.progress.begun = [...steps];
    this.progress.begunAgain = again;
  }

  /** The recorded steps that are not done yet. */
  left(): readonly Step[] {
    return [...this.progress.begun];
  }

  /** Counts the outcome of an object, once. */
  settle(step: Step, outcome: Outcome, { again, retried }: Attempt): void {
    const { progress } = this;
    progress.begun = progress.begun.filter((other) => !isSame(other, step));
    const id = failureId(step);
    if (outcome.kind === 'failed') {
      this.#noteFailure(id, step, outcome, retried);
      return;
    }
    if (retried) progress.failed -= 1;
    if (again) {
      this.#failed.delete(id);
      this.#dropped.add(id);
    }
    if (outcome.kind === 'skipped') progress.skipped += 1;
    else {
      progress.done.objects += 1;
      progress.done.bytes += step.size;
    }
  }

  #noteFailure(
    id: string,
    { uploadId: _gone, ...item }: Step,
    { code, detail }: Outcome & { readonly kind: 'failed' },
    retried: boolean,
  ): void {
    const { progress } = this;
    if (!retried) progress.failed += 1;
    if (!retried && progress.lastFailure >= MAX_JOB_FAILURES) return;
    if (!retried) progress.lastFailure += 1;
    const seq = progress.lastFailure;
    this.#failed.set(id, { id, seq, item: JSON.stringify(item), code, detail });
  }

  /**
   * Stores the progress and renews the lease.
   * @throws Interruption if the job now belongs to another console; errors of the store
   */
  save(): Promise<void> {
    this.#saving = this.#saving.catch(() => undefined).then(() => this.#save());
    return this.#saving;
  }

  async #save(): Promise<void> {
    const { id, holder, leaseMs, store, onCancel } = this.#options;
    const at = performance.now();
    const progress = JSON.stringify(this.progress);
    await this.#storeFailures();
    const held = await store.hold(id, holder, leaseMs, progress);
    if (!held) throw new Interruption('lost');
    this.#savedAt = at;
    if (held.canceled) onCancel();
  }

  async #storeFailures(): Promise<void> {
    const { id, store } = this.#options;
    const [failed, dropped] = [[...this.#failed.values()], [...this.#dropped]];
    this.#failed.clear();
    this.#dropped.clear();
    try {
      await store.dropFailures(id, dropped);
      await store.addFailures(id, failed);
    } catch (error) {
      this.#keepForNext(failed, dropped);
      throw error;
    }
  }

  /** Outcomes recorded in the meantime take precedence. */
  #keepForNext(failed: readonly StoredFailure[], dropped: readonly string[]): void {
    for (const failure of failed) {
      const { id } = failure;
      if (!this.#failed.has(id) && !this.#dropped.has(id)) this.#failed.set(id, failure);
    }
    for (const id of dropped) this.#dropped.add(id);
  }

  /** Ends the job, or returns it to the queue. Nothing is saved afterwards. */
  async end(ending: Omit<JobEnding, 'progress'>): Promise<void> {
    const { id, holder, store } = this.#options;
    await this.#saving.catch(() => undefined);
    await this.#storeFailures();
    await store.end(id, holder, { ...ending, progress: JSON.stringify(this.progress) });
  }
}

function isSame(one: Step, other: Step): boolean {
  return one.key === other.key && one.versionId === other.versionId;
}

/** A name may be longer than an index accepts. */
function failureId({ key, versionId = '' }: Step): string {
  return createHash('sha256').update(`${versionId}\n${key}`).digest('hex');
}
