import type { UploadPlans } from '../changes/uploads.ts';
import type { Log } from '../drives/drive-set.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { Committer } from '../log/committer.ts';
import { WorkerLoop } from './worker-loop.ts';

const PAGE = 100;

/** Aborts multipart uploads that were started long ago and never completed. */
export class StaleUploads {
  readonly #index: IndexDb;
  readonly #plans: UploadPlans;
  readonly #committer: Committer;
  readonly #maxAge: () => number;
  readonly loop: WorkerLoop;

  constructor(
    index: IndexDb,
    plans: UploadPlans,
    options: { committer: Committer; maxAge: () => number; log: Log },
  ) {
    this.#index = index;
    this.#plans = plans;
    this.#committer = options.committer;
    this.#maxAge = options.maxAge;
    this.loop = new WorkerLoop(
      () => this.#sweep(),
      (error) => options.log('error', 'Ending old uploads failed.', { error: String(error) }),
    );
  }

  async #sweep(): Promise<void> {
    for (;;) {
      const rows = this.#index.uploads.startedBefore(Date.now() - this.#maxAge(), PAGE);
      for (const row of rows) {
        if (this.loop.closed) {
          return;
        }
        await this.#committer.submit(this.#plans.abortById(row.id));
      }
      if (rows.length < PAGE) {
        return;
      }
    }
  }
}
