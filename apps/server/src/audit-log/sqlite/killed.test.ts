import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LogReader } from './log-reader.ts';
import { LogWriter } from './log-writer.ts';

const WRITER = fileURLToPath(new URL('./testing/write-until-killed.ts', import.meta.url));
const ANY = {
  ...{ api: '', bucket: '', object: '', requestId: '', userAgent: '', status: '', account: '' },
};

/** Has a process write until some hundred records were acknowledged, and kills it; gives their number. */
async function writeAndKill(directory: string, first: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER, directory, String(first)], {
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

it('keeps each record that was acknowledged when its process is killed, and can be searched', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'stowage-audit-killed-'));
  try {
    let acknowledged = 0;
    for (let round = 0; round < 3; round += 1) {
      acknowledged = await writeAndKill(directory, acknowledged);
    }
    // Opened for writing first: it brings the file in order.
    new LogWriter(directory, { days: 3, bytes: 1e9 }).close();
    const reader = new LogReader(directory);
    const range = { from: Date.now() - 3_600_000, to: Date.now() + 3_600_000 };
    const page = { newestFirst: true, skip: 0, limit: 100_000 };
    const { records } = reader.search({ ...range, ...page, filter: ANY });
    const kept = new Set(records.map(({ requestId }) => requestId));
    const lost = Array.from({ length: acknowledged }, (_, n) => `R${n}`).filter(
      (id) => !kept.has(id),
    );
    expect(lost).toEqual([]);
    const found = reader.search({ ...range, ...page, filter: { ...ANY, object: '*photo-250.*' } });
    expect(found.records.map(({ requestId }) => requestId)).toContain('R250');
    reader.close();
  } finally {
    rmSync(directory, { recursive: true });
  }
});
