import { copyFileSync, mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { openStore } from '../../packages/storage-embedded/src/engine/open-store.ts';
import type { Store } from '../../packages/storage-embedded/src/engine/store.ts';
import { seeded } from './content.ts';
import type { Step } from './ledger.ts';
import { Mounts } from './mounts.ts';
import { isRefusal } from './refusal.ts';
import { carryOut, chooseStep, readBack } from './steps.ts';
import { crashTuning, type Happening, type WriterPlan, type WriterSays } from './writer-plan.ts';

/**
 * Writes to a store until it is killed or its plan ends, and prints each step when it begins and
 * when it is acknowledged or refused, as a JSON line.
 * node writer.ts <plan as JSON>
 */
const CLIENTS = 8;

const plan: WriterPlan = JSON.parse(process.argv[2] ?? '');
const random = seeded(plan.seed * 7919 + plan.session);
const mounts = new Mounts(plan.root);
let ended = 0;
let stopping = false;

function say(line: WriterSays): void {
  // Written synchronously, because queued output is lost when the process is killed.
  writeSync(1, `${JSON.stringify(line)}\n`);
}

/**
 * Saves what a power loss could leave of the index at this point. No transaction is in progress
 * during the copy.
 */
function rememberIndex(): void {
  mkdirSync(join(plan.root, 'remembered'), { recursive: true });
  for (const name of ['index.sqlite', 'index.sqlite-wal']) {
    copyFileSync(join(plan.root, 'data', name), join(plan.root, 'remembered', name));
  }
}

function happen(store: Store, { act, slot }: Happening): void {
  if (act === 'take' || act === 'empty') {
    mounts.take(slot, act === 'empty');
  } else if (act === 'back') {
    mounts.giveBack(slot);
  } else if (act === 'remember') {
    rememberIndex();
  } else {
    store.upkeep.poll();
  }
}

/** Advances the plan after each step, whatever its result. */
function count(store: Store): void {
  ended++;
  for (const happening of plan.happenings) {
    if (happening.after === ended) {
      happen(store, happening);
    }
  }
  if (ended === plan.steps) {
    if (plan.end === 'kill') {
      process.kill(process.pid, 'SIGKILL');
    }
    stopping = true;
  }
}

async function attempt(store: Store, step: Step): Promise<void> {
  say({ kind: 'begin', step });
  let done: Step;
  try {
    done = await carryOut(store, step);
  } catch (error) {
    if (!isRefusal(error)) {
      throw error;
    }
    say({ kind: 'refused', step });
    count(store);
    // A refusal may return immediately, so yield to let the rest of the store run.
    await breathe();
    return;
  }
  say({ kind: 'done', step: done });
  count(store);
  try {
    await readBack(store, done);
  } catch (error) {
    if (!isRefusal(error)) {
      throw error;
    }
    say({ kind: 'unreadable', step });
  }
}

async function run(store: Store, client: number): Promise<void> {
  for (let n = 1; !stopping; n++) {
    const number = (plan.session * 10_000 + n) * CLIENTS + client;
    await attempt(store, chooseStep(store, random, { client, number }));
  }
}

const store = await openStore(
  {
    dataDir: join(plan.root, 'data'),
    drives: mounts.paths,
    log: (level, message, fields) => {
      if (level === 'error' && plan.tellsErrors) {
        process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
      }
    },
  },
  crashTuning(plan),
);
if (plan.session === 1) {
  await store.createBucket({ name: 'plain', region: 'us-east-1', objectLock: false });
  await store.createBucket({ name: 'versioned', region: 'us-east-1', objectLock: false });
  await store.updateBucket('versioned', { versioning: 'enabled' });
}
setInterval(() => store.upkeep.parts.compaction.loop.kick(), 10);
say({ kind: 'ready' });
await Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(store, client)));
await store.close();
process.exit();
