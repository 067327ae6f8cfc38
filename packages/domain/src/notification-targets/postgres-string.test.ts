import { describe, expect, it } from 'vitest';
import {
  buildPostgresString,
  type PostgresConnection,
  parsePostgresString,
} from './postgres-string.ts';

const EMPTY: PostgresConnection = {
  host: '',
  port: '',
  dbname: '',
  user: '',
  password: '',
  sslmode: '',
  others: [],
};
const FULL = {
  ...EMPTY,
  host: 'db',
  port: '5432',
  dbname: 'events',
  user: 'me',
  password: 'secret',
  sslmode: 'disable',
};

describe('a PostgreSQL connection string', () => {
  it('is built from its parts in their order, without the empty ones [NOTIF-38]', () => {
    expect(buildPostgresString(FULL)).toBe(
      'host=db port=5432 dbname=events user=me password=secret sslmode=disable',
    );
    expect(buildPostgresString({ ...EMPTY, host: 'db', sslmode: 'require' })).toBe(
      'host=db sslmode=require',
    );
  });

  it.each([
    ['blanks', 'p w', "'p w'"],
    ['a quote', "p'w", "'p\\'w'"],
    ['a backslash', 'p\\w', "'p\\\\w'"],
    ['an equals sign', 'p=w', 'p=w'],
    ['everything at once', " '\\=' ", "' \\'\\\\=\\' '"],
    ['emoji and marks that turn text around', '🔑\u202e', '🔑\u202e'],
  ])('round-trips a value with %s [NOTIF-47]', (_, password, written) => {
    const built = buildPostgresString({ ...FULL, password });
    expect(built).toContain(`password=${written} sslmode`);
    expect(parsePostgresString(built)).toEqual({ ...FULL, password });
  });

  it('keeps parameters that have no field of their own', () => {
    const text = "host=db connect_timeout=10 application_name='a b'";
    const parts = parsePostgresString(text);
    expect(parts?.others).toEqual([
      ['connect_timeout', '10'],
      ['application_name', 'a b'],
    ]);
    expect(parts && buildPostgresString(parts)).toBe(text);
  });

  it('is read as an address too, and comes back as a list', () => {
    const parts = parsePostgresString('postgres://me:p%20w@[::1]:5433/events?sslmode=verify-full');
    expect(parts && buildPostgresString(parts)).toBe(
      "host=::1 port=5433 dbname=events user=me password='p w' sslmode=verify-full",
    );
  });

  it.each(['', 'db', "host='db", 'host=db trailing', 'postgres://%zz', 'host="a b"'])(
    'is not %j',
    (text) => {
      expect(parsePostgresString(text)).toBeUndefined();
    },
  );
});
