import type { Command } from './command.ts';
import { driveCommand } from './drive-command.ts';
import { keyCommand } from './key-command.ts';
import { readSettings } from './main-config.ts';
import { startStorage } from './server.ts';
import { statusCommand } from './status-command.ts';
import type { Log } from './store.ts';
import { verifyCommand } from './verify-command.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  drive: async (words) => driveCommand({ ...(await readSettings()).options, log }, words, print),
  status: async (words) => statusCommand((await readSettings()).options, words),
  verify: async (words) => {
    const { ok } = await verifyCommand({ ...(await readSettings()).options, log }, words, print);
    process.exitCode = ok ? 0 : 1;
    return '';
  },
  key: async (words) => keyCommand({ ...(await readSettings()).options, log }, words),
};

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs one of the commands or, without one, the standalone store until it is told to stop. */
async function main([name, ...words]: readonly string[]): Promise<void> {
  if (name === undefined) {
    return run();
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new Error(`There is no '${name}': ${Object.keys(COMMANDS).join(', ')}.`);
  }
  const text = await command(words);
  process.stdout.write(text === '' ? '' : `${text}\n`);
}

async function run(): Promise<void> {
  const { options, credentialsFile } = await readSettings();
  const storage = await startStorage({ ...options, log, onStop: () => process.exit(0) });
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

function log(...[level, message, fields]: Parameters<Log>): void {
  const line = { time: new Date().toISOString(), level, message, ...printable(fields) };
  process.stderr.write(`${JSON.stringify(line)}\n`);
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

main(process.argv.slice(2)).catch(fail);
