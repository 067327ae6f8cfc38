import { askReport } from './ask-store.ts';
import { UsageError } from './command.ts';
import type { VerifyCounts, VerifyLine } from './engine/verification.ts';
import { openStopped } from './open-stopped.ts';
import type { StorageOptions } from './server.ts';

const PATH = '/minio/admin/v3/stowage/verify';

export interface VerifyOutcome {
  /** Everything is present and whole. */
  readonly ok: boolean;
}

/**
 * Reads everything in a store and prints problems line by line: offline, or through the running
 * store if there is one using this data.
 *
 * @param words `--json` prints the raw report lines
 * @param print receives each line of the report
 * @throws UsageError; Error if the store can neither be opened nor reached
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
    for (const step of form !== '--json' && line.kind === 'end' ? nextSteps(line) : []) {
      print(step);
    }
    ok = line.kind === 'end' && line.ok;
  }
  return { ok };
}

async function* lines(options: StorageOptions): AsyncGenerator<VerifyLine> {
  const engine = await openStopped(options);
  if (!engine) {
    yield* askReport<VerifyLine>(options, PATH);
    return;
  }
  try {
    yield* engine.verify({ isQuiet: true });
  } finally {
    await engine.close();
  }
}

function nextSteps({ damaged, lost, away }: VerifyCounts): readonly string[] {
  return [
    ...(away > 0
      ? [
          'Next: bring back the drives that are away, or replace those that are lost for good (drive replace).',
        ]
      : []),
    ...(damaged > lost
      ? [
          'Next: let the store run. It makes these copies again from the good ones; npm run storage -- status tells which it could not, and why.',
        ]
      : []),
    ...(lost > 0 ? ['Next: restore what has no good copy from a backup, or delete it.'] : []),
  ];
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
