import { readSettings } from './main-config.ts';
import { startStorage } from './server.ts';

/** Runs the embedded store alone until it is told to stop. */
async function main(): Promise<void> {
  const { options, credentialsFile } = await readSettings();
  const storage = await startStorage({
    ...options,
    log: (level, message, fields) => {
      const line = { time: new Date().toISOString(), level, message, ...printable(fields) };
      process.stderr.write(`${JSON.stringify(line)}\n`);
    },
    onStop: () => process.exit(0),
  });
  process.stdout.write(`Stowage storage listens on ${storage.url}\n`);
  if (credentialsFile !== undefined) {
    process.stdout.write(`Root user ${options.rootUser}, password in ${credentialsFile}\n`);
  }
  const stop = () => {
    storage.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function printable(fields: object | undefined): object {
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, value]) => [
      name,
      value instanceof Error ? (value.stack ?? value.message) : value,
    ]),
  );
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
