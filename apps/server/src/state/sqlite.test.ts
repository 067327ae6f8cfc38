import { mkdtemp, readFile, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sessionTable } from './session-table.ts';
import { openSqlite } from './sqlite.ts';
import { openSqliteState, storesOn } from './state.ts';

const newFile = async () => join(await mkdtemp(join(tmpdir(), 'stowage-state-')), 'console.db');
const MARK = 'sealed-by-an-older-console';

/** A file as created by the console before its schema had versions. */
function writeUnversioned(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS sessions (
      key TEXT PRIMARY KEY,
      sealed BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      used_at INTEGER NOT NULL,
      revision INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;`);
  const insert = database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, 0)');
  insert.run('aa', Buffer.from(MARK.repeat(20)), Date.now(), Date.now());
  database.close();
}

describe('openSqlite', () => {
  it('ends the sessions of a file from before versions and leaves nothing of them', async () => {
    const file = await newFile();
    writeUnversioned(file);
    expect((await readFile(file)).includes(MARK)).toBe(true);
    const database = openSqlite(file);
    expect(await sessionTable(database).find('aa')).toBeUndefined();
    database.close();
    expect((await readFile(file)).includes(MARK)).toBe(false);
    openSqlite(file).close();
  });

  it('overwrites what is deleted', async () => {
    const file = await newFile();
    const database = openSqlite(file);
    const sessions = sessionTable(database);
    await sessions.insert({
      ...{ key: 'aa', owner: 'o', sealed: Buffer.from(MARK.repeat(20)), revision: 0 },
      ...{ createdAt: 1, usedAt: 1, expiresAt: 2 },
    });
    await sessions.delete('aa');
    database.close();
    expect((await readFile(file)).includes(MARK)).toBe(false);
  });

  it('keeps what is in a file of its own version', async () => {
    const file = await newFile();
    const first = openSqlite(file);
    await sessionTable(first).insert({
      ...{ key: 'aa', owner: 'o', sealed: Buffer.from('x'), revision: 0 },
      ...{ createdAt: 1, usedAt: 1, expiresAt: 2 },
    });
    first.close();
    const second = openSqlite(file);
    expect(await sessionTable(second).find('aa')).toMatchObject({ owner: 'o', expiresAt: 2 });
    second.close();
  });

  it.each([
    ['PRAGMA query_only = ON', 'it is read-only'],
    ['PRAGMA max_page_count = 1', 'its disk is full'],
  ])(
    'fails what cannot be written, reads on, and goes on afterwards: %s',
    async (statement, reason) => {
      const database = openSqlite(await newFile());
      const { leases } = storesOn(database);
      await leases.take('kept', 'x', 60_000);
      // Large enough to need another page.
      const take = () => leases.take('n'.repeat(100_000), 'x', 60_000);
      await database.query(statement);
      await expect(take()).rejects.toMatchObject({
        ...{ code: 'StateUnavailable', status: 503 },
        detail: `console.db in the data directory cannot be used: ${reason}.`,
      });
      expect(await database.query('SELECT name FROM leases')).toEqual([{ name: 'kept' }]);
      await database.query('PRAGMA query_only = OFF');
      await database.query('PRAGMA max_page_count = 1000');
      expect(await take()).toBe(true);
      database.close();
    },
  );

  it('tells of a file that was emptied, and of no other', async () => {
    const file = await newFile();
    const toldOf = async () => {
      const told: string[] = [];
      const state = openSqliteState(file);
      state.onProblem((message) => told.push(message));
      await state.close();
      return told;
    };
    expect(await toldOf()).toEqual([]);
    expect(await toldOf()).toEqual([]);
    await truncate(file);
    expect(await toldOf()).toEqual([expect.stringMatching(/console\.db was empty: sessions/)]);
  });

  it('says of a damaged file what to do, and leaves it as it is', async () => {
    const file = await newFile();
    await writeFile(file, 'not a database '.repeat(1000));
    expect(() => openSqlite(file)).toThrow(
      expect.objectContaining({
        name: 'ConfigError',
        message: expect.stringMatching(/it is damaged\. Restore it from a backup, or move/),
      }),
    );
    expect(await readFile(file, 'utf8')).toContain('not a database');
  });

  it('does not touch a file that a newer console has written', async () => {
    const file = await newFile();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(() => openSqlite(file)).toThrow(/was written by a newer version of the console/);
  });
});
