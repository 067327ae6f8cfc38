import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { AuditFilter } from '../audit-log.ts';
import { LogReader } from './log-reader.ts';
import { LogWriter } from './log-writer.ts';

const WRITER = fileURLToPath(new URL('./testing/write-until-killed.ts', import.meta.url));
const ANY = {
  ...{ api: '', bucket: '', object: '', requestId: '', userAgent: '', status: '', account: '' },
};

/**
 * Starts a process that writes until some hundred records are acknowledged, and kills it; returns
 * their number.
 */
async function writeAndKill(
  directory: string,
  first: number,
  chunkRecords: number,
): Promise<number> {
  const child = spawn(process.execPath, [WRITER, directory, `${first}`, `${chunkRecords}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let acknowledged = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged = Number(line);
    if (acknowledged >= first + 300) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return acknowledged;
}

it.each([
  ['', 0],
  [', also where it was laying filters together', 3],
])(
  'keeps each record that was acknowledged when its process is killed, and can be searched%s',
  async (_where, chunkRecords) => {
    const directory = mkdtempSync(join(tmpdir(), 'stowage-audit-killed-'));
    try {
      let acknowledged = 0;
      for (let round = 0; round < 3; round += 1) {
        acknowledged = await writeAndKill(directory, acknowledged, chunkRecords);
      }
      // Opened for writing first, which recovers the file.
      new LogWriter(directory, { days: 3, bytes: 1e9 }).close();
      const reader = new LogReader(directory, 60_000);
      const range = { from: Date.now() - 3_600_000, to: Date.now() + 3_600_000 };
      const page = { newestFirst: true, skip: 0, limit: 100_000 };
      const { records } = reader.search({ ...range, ...page, filter: ANY });
      const kept = new Set(records.map(({ requestId }) => requestId));
      const lost = Array.from({ length: acknowledged }, (_, n) => `R${n}`).filter(
        (id) => !kept.has(id),
      );
      expect(lost).toEqual([]);
      // Records written but not acknowledged are written again by the next process.
      const find = (filter: Partial<AuditFilter>) => {
        const { records } = reader.search({ ...range, ...page, filter: { ...ANY, ...filter } });
        return new Set(records.map(({ requestId, object }) => `${requestId} ${object}`));
      };
      for (let n = 0; n < acknowledged; n += 25) {
        const one = new Set([`R${n} photo-${n}.jpg`]);
        expect(find({ object: `*photo-${n}\\.*` })).toEqual(one);
        expect(find({ requestId: `R${n}` })).toEqual(one);
      }
      reader.close();
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
);
