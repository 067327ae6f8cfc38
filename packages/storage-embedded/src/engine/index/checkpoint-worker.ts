import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Checkpoints the write-ahead log into the index file on a separate thread, since its syncs take
 * milliseconds.
 */
const db = new DatabaseSync(workerData.path);
db.exec('PRAGMA busy_timeout = 100');
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');

parentPort?.on('message', (message: 'checkpoint' | 'close') => {
  if (message === 'close') {
    db.close();
    parentPort?.close();
  } else {
    checkpoint.get();
    parentPort?.postMessage('done');
  }
});
