import { LogWriter } from '../log-writer.ts';
import { sqliteAuditLog } from '../sqlite-audit-log.ts';

const RETENTION = { days: 3, bytes: 1e9 };

/**
 * Returns a function that appends a delivery; with a small chunk size it runs without threads, so
 * that chunks form groups.
 */
function appenderTo(directory: string, chunkRecords: number): (delivery: Buffer) => unknown {
  if (chunkRecords > 0) {
    const writer = new LogWriter(directory, RETENTION, chunkRecords);
    return (delivery) => writer.append([delivery.toString()]);
  }
  const log = sqliteAuditLog(directory, RETENTION);
  return (delivery) => log.append(delivery);
}

/** Appends records until the process is killed, and prints how many were acknowledged. */
async function writeUntilKilled(
  directory: string,
  first: number,
  chunkRecords: number,
): Promise<never> {
  const append = appenderTo(directory, chunkRecords);
  for (let next = first; ; next += 10) {
    const lines = Array.from({ length: 10 }, (_, index) =>
      JSON.stringify({
        time: new Date().toISOString(),
        api: { name: 'GetObject', bucket: 'b', object: `photo-${next + index}.jpg` },
        requestID: `R${next + index}`,
      }),
    );
    await append(Buffer.from(lines.join('\n')));
    process.stdout.write(`${next + 10}\n`);
  }
}

const [directory = '', first, chunkRecords] = process.argv.slice(2);
await writeUntilKilled(directory, Number(first), Number(chunkRecords));
