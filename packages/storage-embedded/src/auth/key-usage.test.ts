import { beforeEach, describe, expect, it } from 'vitest';
import { Turns } from '../documents/turns.ts';
import { KeyUsage } from './key-usage.ts';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 0, 1, 12);

let documents: Map<string, string>;
let writes: string[];
let isReadOnly: boolean;

const engine = {
  listDocuments: () => [...documents].map(([name, value]) => ({ name, value })),
  putDocument: async (_kind: string, name: string, value: string | null) => {
    if (isReadOnly) throw new Error('no drive takes it');
    writes.push(name);
    if (value === null) documents.delete(name);
    else documents.set(name, value);
  },
  putDocuments: async () => undefined,
};

const open = () => {
  const turns = new Turns();
  return new KeyUsage(engine, (change) => turns.take(change));
};

beforeEach(() => {
  documents = new Map();
  writes = [];
  isReadOnly = false;
});

describe('the use of keys', () => {
  it('is told at once, to the hour, and written once an hour at most', async () => {
    const usage = open();
    for (const minute of [0, 1, 59]) {
      usage.note('key', NOON + minute * 60_000);
      await usage.write();
    }
    expect(usage.lastUsed('key')).toBe(NOON);
    expect(writes).toEqual(['key']);
    usage.note('key', NOON + HOUR);
    expect(usage.lastUsed('key')).toBe(NOON + HOUR);
    await usage.write();
    expect(writes).toEqual(['key', 'key']);
    expect(open().lastUsed('key')).toBe(NOON + HOUR);
  });

  it('does not go back with the clock', () => {
    const usage = open();
    usage.note('key', NOON);
    usage.note('key', NOON - HOUR);
    expect(usage.lastUsed('key')).toBe(NOON);
  });

  it('of a key that was removed is forgotten, even while it is being written', async () => {
    const usage = open();
    usage.note('kept', NOON);
    usage.note('removed', NOON);
    const written = usage.write();
    await usage.forget('removed');
    await written;
    expect([...documents.keys()]).toEqual(['kept']);
    await usage.forget('kept');
    expect(documents.size).toBe(0);
    expect(usage.lastUsed('kept')).toBeUndefined();
  });

  it('is written later where the engine takes nothing now, and that is said', async () => {
    const usage = open();
    const said: string[] = [];
    usage.note('key', NOON);
    isReadOnly = true;
    await usage.close((_level, message) => said.push(message));
    expect(said).toEqual(['When access keys were last used could not be written.']);
    isReadOnly = false;
    await usage.close(() => expect.unreachable());
    expect([...documents]).toEqual([['key', String(NOON)]]);
  });

  it('of thousands of keys is all written', async () => {
    const usage = open();
    for (let n = 0; n < 1_000; n += 1) usage.note(`key-${n}`, NOON);
    await usage.write();
    expect(documents.size).toBe(1_000);
  });
});
