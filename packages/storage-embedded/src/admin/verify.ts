import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Engine } from '../engine/types.ts';
import type { VerifyLine } from '../engine/verification.ts';
import type { Operation } from '../s3/operation.ts';
import { paceReading } from './pace-reading.ts';
import { reportReply } from './report-reply.ts';

/** Share of the time spent on reading while requests are served. */
const SHARE = 0.5;

/** Stores being verified: one report at a time. */
const running = new WeakSet<Engine>();

/** An addition to MinIO's API: a report of all copies, streamed as one JSON document per line. */
export const verifyStore: Operation = {
  name: 'Verify',
  action: 'admin:Heal',
  run: ({ store: { engine } }) => {
    if (running.has(engine)) {
      throw new S3Error('SlowDown', 'The store is being verified already.');
    }
    running.add(engine);
    return reportReply(report(engine), () => running.delete(engine));
  },
};

function report(engine: Engine): AsyncGenerator<VerifyLine> {
  return engine.verify({ isQuiet: false, onRead: paceReading(SHARE) });
}
