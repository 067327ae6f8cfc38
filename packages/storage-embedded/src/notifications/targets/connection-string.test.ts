import { expect, it } from 'vitest';
import { parseConnectionString } from './connection-string.ts';
import { isTableName } from './postgres.ts';

it.each([
  [
    "host=db port=5433 dbname=events user=me password='p w\\'q' sslmode=disable",
    {
      host: 'db',
      port: 5433,
      database: 'events',
      user: 'me',
      password: "p w'q",
      sslmode: 'disable',
    },
  ],
  [
    'host = db  user = me',
    { host: 'db', port: 5432, database: 'me', user: 'me', password: '', sslmode: 'require' },
  ],
  [
    'postgres://me:p%20w@[::1]:5433/events?sslmode=verify-full',
    {
      host: '::1',
      port: 5433,
      database: 'events',
      user: 'me',
      password: 'p w',
      sslmode: 'verify-full',
    },
  ],
])('reads %j', (text, expected) => {
  expect(parseConnectionString(text)).toEqual(expected);
});

it.each([
  '',
  'db',
  'host=db sslmode=prefer',
  'host=db port=99999',
  'host=db port=x',
  "host='db",
  'host=db options=-c',
  'host=db trailing',
  'postgres://%zz',
])('does not read %j', (text) => {
  expect(parseConnectionString(text)).toBeUndefined();
});

it.each([
  ['events', true],
  ['Ereignisse_ü$1', true],
  ['"any thing"', true],
  ['a b', false],
  ['a;drop table x', false],
  ['"a"b"', false],
  ['1a', false],
  ['', false],
])('a table may be named %j: %s', (name, expected) => {
  expect(isTableName(name)).toBe(expected);
});
