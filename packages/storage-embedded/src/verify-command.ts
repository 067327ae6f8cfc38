import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { askStore } from './ask-store.ts';
import { UsageError } from './command.ts';
import { DirectoryInUse } from './engine/drives/directory-lock.ts';
import { openEngine } from './engine/engine.ts';
import type { VerifyLine } from './engine/verification.ts';
import type { StorageOptions } from './server.ts';

const PATH = '/minio/admin/v3/stowage/verify';

export interface VerifyOutcome {
  /** Everything is there and whole. */
  readonly ok: boolean;
}

/**
 * Reads everything that a store has and prints what is wrong, line by line: offline, or by the
 * running store itself when there is one on these data.
 *
 * @param words `--json` for the lines as they are
 * @param print gets each line of the report
 * @throws UsageError; Error when the store can neither be opened nor asked
 */
export async function verifyCommand(
  options: StorageOptions,
  words: readonly string[],
  print: (line: string) => void,
): Promise<VerifyOutcome> {
  const [form, ...rest] = words;
  if (rest.length > 0 || (form !== undefined && form !== '--json')) {
    throw new UsageError('verify [--json]');
  }
  let ok = false;
  for await (const line of lines(options)) {
    const text = form === '--json' ? JSON.stringify(line) : tell(line);
    print(text);
    ok = line.kind === 'end' && line.ok;
  }
  return { ok };
}

async function* lines(options: StorageOptions): AsyncGenerator<VerifyLine> {
  const { dataDir, drives, log = () => undefined } = options;
  if (!existsSync(dataDir)) {
    throw new Error(`There is no store in ${dataDir}.`);
  }
  const engine = await openEngine({ dataDir, drives, log, isIdle: true }).catch((error) => {
    if (error instanceof DirectoryInUse) {
      return undefined;
    }
    throw error;
  });
  if (!engine) {
    yield* askRunning(options);
    return;
  }
  try {
    yield* engine.verify({ isQuiet: true });
  } finally {
    await engine.close();
  }
}

/** The report of the store that runs on these data. */
async function* askRunning(options: StorageOptions): AsyncGenerator<VerifyLine> {
  for await (const text of createInterface({ input: await askStore(options, PATH) })) {
    yield JSON.parse(text);
  }
}

function tell(line: VerifyLine): string {
  switch (line.kind) {
    case 'damage': {
      const where = line.offset === undefined ? '' : ` from byte ${line.offset}`;
      const count = line.records === undefined ? '' : `, ${line.records} records${where}`;
      return `A copy is ${line.state}: ${line.path} (${line.what}${count})`;
    }
    case 'lost': {
      const bytes = line.to === undefined ? '' : `, bytes ${line.from} to ${line.to}`;
      const held = line.records === undefined ? '' : ` It had ${named(line.records)}.`;
      const hope = line.canReturn ? ' A drive that is away may have it.' : '';
      return `NO GOOD COPY: ${line.what}${bytes}.${held}${hope}`;
    }
    case 'away':
      return `A drive is away: ${line.drive} (${line.reason})`;
    case 'wrong':
      return `The index is wrong: ${line.text}`;
    case 'progress':
      return `${size(line.bytes)} read, ${line.damaged + line.lost} problems so far`;
    case 'end':
      return (
        `${line.ok ? 'Everything is there and whole' : 'NOT EVERYTHING IS WHOLE'}: ` +
        `${line.records} records in ${line.segments} segments, ${line.contents} contents in files, ` +
        `${line.copies} copies, ${size(line.bytes)} read; ${line.damaged} copies missing or damaged, ` +
        `${line.lost} without any good copy, ${line.away} on drives that are away` +
        `${line.wrong > 0 ? `, ${line.wrong} mistakes of the index` : ''}.`
      );
  }
}

function named(records: readonly string[]): string {
  return records.length === 0 ? 'nothing that is still needed' : records.join(', ');
}

function size(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
