import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Target } from '../targets/target.ts';
import { startTarget } from '../targets/target.ts';
import { aws } from './aws.ts';
import type { ClientProgram } from './client.ts';
import { mc } from './mc.ts';
import { findProgram } from './programs.ts';
import { rclone } from './rclone.ts';
import { runProgram } from './run-program.ts';
import { s3cmd } from './s3cmd.ts';
import type { Samples, Step, StepContext } from './steps.ts';
import { callStep, LAST_STEPS, STEPS } from './steps.ts';

/*
 * Drives the S3 clients that people use through the same steps against the storage
 * (STOWAGE_TEST_TARGET as in the conformance suite); those that are named as arguments, or else
 * all. One line a step, and a last line 'N passed, N failed'.
 */
const CLIENTS: readonly ClientProgram[] = [aws, s3cmd, rclone, mc];
const CALL_WITHIN_MS = 180_000;
const LARGE_BYTES = 64 * 1024 * 1024;

interface Tally {
  passed: number;
  failed: number;
}

const folder = await mkdtemp(path.join(tmpdir(), 'stowage-clients-'));
const tally: Tally = { passed: 0, failed: 0 };
try {
  const samples = await writeSamples(path.join(folder, 'samples'));
  const target = await startTarget();
  try {
    for (const client of clientsOf(process.argv.slice(2))) {
      await runClient(client, target, samples, tally);
    }
  } finally {
    await target.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0;

function clientsOf(names: readonly string[]): readonly ClientProgram[] {
  return names.length === 0 ? CLIENTS : CLIENTS.filter(({ name }) => names.includes(name));
}

async function runClient(
  client: ClientProgram,
  target: Target,
  samples: Samples,
  counted: Tally,
): Promise<void> {
  const program = await findProgram(client.name);
  if (program === undefined) {
    console.log(`skip ${client.name}: not installed`);
    return;
  }
  const home = path.join(folder, client.name);
  await mkdir(home);
  for (const [name, text] of Object.entries(client.files?.(target) ?? {})) {
    await writeFile(path.join(home, name), text, { mode: 0o600 });
  }
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    ...client.environment(target),
  };
  const context: StepContext = {
    client,
    target,
    samples,
    home,
    bucket: `${client.name}-${randomBytes(4).toString('hex')}`,
    run: async (args, input) => {
      const options = { env, cwd: home, timeoutMs: CALL_WITHIN_MS, input };
      const result = await runProgram(program, args, options);
      if (result.code === 0) return result.output;
      throw new Error(`exit code ${result.code}: ${result.errors || result.output.slice(-2_000)}`);
    },
    runUntil: async (args, shown) => {
      const stop = new AbortController();
      const options = { env, cwd: home, timeoutMs: CALL_WITHIN_MS, stop: stop.signal };
      const result = await runProgram(program, args, {
        ...options,
        onOutput: (output) => {
          if (output.includes(shown)) stop.abort();
        },
      });
      return result.output;
    },
  };
  const extras = (client.extras?.(context.bucket, target) ?? [])
    .filter(({ only }) => only === undefined || only === target.kind)
    .map(callStep);
  for (const step of [...STEPS, ...extras, ...LAST_STEPS]) await runStep(step, context, counted);
}

async function runStep(step: Step, context: StepContext, counted: Tally): Promise<void> {
  const label = `${context.client.name.padEnd(6)} ${step.name}`;
  const started = performance.now();
  try {
    await step.run(context);
    counted.passed += 1;
    console.log(`ok   ${label} (${((performance.now() - started) / 1_000).toFixed(1)} s)`);
  } catch (error) {
    counted.failed += 1;
    console.log(`FAIL ${label}: ${error instanceof Error ? error.message.trim() : String(error)}`);
  }
}

async function writeSamples(home: string): Promise<Samples> {
  const tree = path.join(home, 'tree');
  const names = ['a.txt', 'b/c.txt', 'b/d e.txt', 'b/ü/f.txt', '#g+h&.txt'];
  for (const name of names) {
    const file = path.join(tree, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `the content of ${name}\n`);
  }
  const small = path.join(home, 'small.txt');
  await writeFile(small, 'a few bytes\n');
  const large = path.join(home, 'large.bin');
  await writeFile(large, randomBytes(LARGE_BYTES));
  return { small, large, folder: tree, names };
}
