import { parseArgs } from 'node:util';
import { DriveRound } from './drive-round.ts';
import { CrashRounds } from './rounds.ts';

/**
 * Repeatedly kills a working store and checks each time that all acknowledged data is intact; with
 * `--drives` its drives also come and go, with a new seed and store in each round. Exits with 1 at
 * the first problem, keeping the files.
 * node tests/crash/run.ts [--rounds 200] [--drives [--seed 1]]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    drives: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
const rounds = Number(values.rounds);

function fail(where: string, wrong: readonly string[]): never {
  console.error(`${where}:`, wrong);
  process.exit(1);
}

async function crash(): Promise<void> {
  const crashes = await CrashRounds.create();
  for (let round = 1; round <= rounds; round++) {
    const wrong = await crashes.next();
    if (wrong.length > 0) {
      fail(`round ${round}, files in ${crashes.root}`, wrong);
    }
    if (round % 20 === 0) {
      console.log(`${round} rounds, ${crashes.ledger.acknowledged} acknowledged steps`);
    }
  }
  const { known, missing, ownerless } = await crashes.compareFiles();
  if (missing.length + ownerless.length > 0) {
    fail(`files in ${crashes.root}, missing or belonging to nothing`, [...missing, ...ownerless]);
  }
  console.log(`${known} content files, none missing or without an owner`);
  await crashes.remove();
}

async function crashWithDrives(): Promise<void> {
  let acknowledged = 0;
  let refused = 0;
  for (let round = 1; round <= rounds; round++) {
    const drives = await DriveRound.create(Number(values.seed) + round - 1);
    const wrong = await drives.run();
    if (wrong.length > 0) {
      fail(`seed ${drives.seed}, files in ${drives.root}`, wrong);
    }
    acknowledged += drives.ledger.acknowledged;
    refused += drives.refused;
    if (round % 10 === 0) {
      console.log(`${round} rounds, ${acknowledged} acknowledged steps, ${refused} refused`);
    }
    await drives.remove();
  }
}

await (values.drives ? crashWithDrives() : crash());
