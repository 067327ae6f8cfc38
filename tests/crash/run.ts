import { parseArgs } from 'node:util';
import { CrashRounds } from './rounds.ts';

/**
 * Kills a store that works, again and again, and looks each time whether it has what
 * it acknowledged. Ends with 1 at the first thing that is wrong; the files stay then.
 *   node tests/crash/run.ts [--rounds 200]
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } });
const rounds = Number(values.rounds);
const crashes = await CrashRounds.create();
for (let round = 1; round <= rounds; round++) {
  const wrong = await crashes.next();
  if (wrong.length > 0) {
    console.error(`round ${round}, files in ${crashes.root}:`, wrong);
    process.exit(1);
  }
  if (round % 20 === 0) {
    console.log(`${round} rounds, ${crashes.ledger.acknowledged} acknowledged steps`);
  }
}
const { known, stray } = await crashes.strayFiles();
console.log(`${known} content files, ${stray.length} of them missing or without an owner`);
await crashes.remove();
process.exitCode = stray.length === 0 ? 0 : 1;
