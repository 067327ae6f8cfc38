import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Ledger } from './ledger.ts';
import type { WriterPlan, WriterSays } from './writer-plan.ts';

const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url));

export interface WriterRun {
  /** Whether it got as far as opening the store. */
  readonly opened: boolean;
  /** Refused steps, including failed reads of data just written. */
  readonly refused: number;
  /** Other output, such as why it exited. */
  readonly complaints: readonly string[];
}

/**
 * Runs a writer in a separate process and kills it after `life` milliseconds of work; its output
 * goes to the ledger.
 */
export async function runWriter(
  plan: WriterPlan,
  ledger: Ledger,
  life?: number,
): Promise<WriterRun> {
  const child = spawn(process.execPath, [WRITER, JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(plan.root, 'compile-cache') },
  });
  const complaints: string[] = [];
  child.stderr.on('data', (data) => complaints.push(`the writer says ${data}`));
  const exited = once(child, 'exit');
  let opened = false;
  let refused = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const said: WriterSays = JSON.parse(line);
    if (said.kind === 'ready') {
      opened = true;
      if (life !== undefined) {
        setTimeout(() => child.kill('SIGKILL'), life);
      }
    } else if (said.kind === 'begin') {
      ledger.begin(said.step);
    } else if (said.kind === 'done') {
      ledger.acknowledge(said.step);
    } else {
      refused++;
      if (said.kind === 'refused') {
        ledger.refuse(said.step);
      }
    }
  }
  const [code, signal] = await exited;
  ledger.interrupt();
  if (signal !== 'SIGKILL' && !(plan.end === 'close' && code === 0)) {
    complaints.push(`the writer ended by ${signal ?? code}`);
  }
  return { opened, refused, complaints };
}
