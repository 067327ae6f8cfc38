import { enableCompileCache } from 'node:module';
import { failureText } from './start-failure.ts';

// Before anything else is loaded: enables the compile cache, which lasts across starts.
enableCompileCache();

const [option] = process.argv.slice(2);

switch (option) {
  case undefined:
    await start();
    break;
  case '--help':
  case '-h': {
    const { configHelp } = await import('./config/config.ts');
    process.stdout.write(configHelp());
    break;
  }
  case '--version': {
    const { readVersion } = await import('./version.ts');
    process.stdout.write(`${readVersion()}\n`);
    break;
  }
  default:
    process.stderr.write(`Unknown option '${option}': expected --help or --version.\n`);
    process.exitCode = 2;
}

async function start(): Promise<void> {
  try {
    const { run } = await import('./run.ts');
    const { greeting, stop } = await run(process.stdout.isTTY === true, (error) => fail(error));
    // Before the start is announced: whoever reads that may stop the process at once.
    stopOnSignals(stop);
    for (const line of greeting) process.stdout.write(`${line}\n`);
  } catch (error) {
    fail(error);
  }
}

/** The first signal lets requests finish; a second one exits at once. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      stop().then(() => process.exit(0), fail);
    });
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${failureText(error)}\n`);
  process.exit(1);
}
