import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { BlockSums } from './blob-format.ts';
import type { HashAnswer, HashRequest } from './hash-pool.ts';

/** Hashes contents on its own thread: MD5 takes longer than all other work of a large write. */
const jobs = new Map<number, { md5: Hash; sums: BlockSums }>();

function answer(message: HashAnswer): void {
  parentPort?.postMessage(message);
}

parentPort?.on('message', (request: HashRequest) => {
  const { job } = request;
  if (request.kind === 'drop') {
    jobs.delete(job);
    return;
  }
  const state = jobs.get(job) ?? { md5: createHash('md5'), sums: new BlockSums() };
  if (request.kind === 'add') {
    jobs.set(job, state);
    const bytes = new Uint8Array(request.buffer, request.start, request.length);
    state.md5.update(bytes);
    state.sums.add(bytes);
    answer({ kind: 'added', job });
  } else {
    jobs.delete(job);
    answer({ kind: 'ended', job, md5: state.md5.digest(), trailer: state.sums.trailer() });
  }
});
