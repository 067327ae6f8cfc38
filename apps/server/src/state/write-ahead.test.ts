import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeAhead } from './write-ahead.ts';

let directory: string;
let one: DatabaseSync;
let other: DatabaseSync;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stowage-write-ahead-'));
  const path = join(directory, 'some.db');
  one = new DatabaseSync(path);
  other = new DatabaseSync(path);
});

afterEach(() => {
  one.close();
  other.close();
  rmSync(directory, { recursive: true });
});

it('is turned on after another process that does so at the same moment', () => {
  other.exec('BEGIN IMMEDIATE');
  let refusals = 0;
  writeAhead({
    exec(sql) {
      try {
        one.exec(sql);
      } catch (error) {
        refusals += 1;
        // It has got no further than this when the other one takes its turn.
        other.exec('COMMIT');
        throw error;
      }
    },
  });
  expect(refusals).toBe(1);
  expect(other.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
});

it('is not waited for longer than the database waits', () => {
  other.exec('BEGIN IMMEDIATE');
  expect(() => writeAhead(one)).toThrow('database is locked');
});
