import { describe, expect, it } from 'vitest';
import { buildMysqlDsn, type MysqlConnection, mysqlProblem, parseMysqlDsn } from './mysql-dsn.ts';

const FULL: MysqlConnection = {
  user: 'me',
  password: 'secret',
  host: 'db',
  port: '3306',
  dbname: 'events',
  parameters: '',
};

describe('a MySQL data source name', () => {
  it('is built from its parts [NOTIF-42]', () => {
    expect(buildMysqlDsn(FULL)).toBe('me:secret@tcp(db:3306)/events');
  });

  it.each<[string, Partial<MysqlConnection>, string]>([
    [
      'a password with an @, a colon and a slash',
      { password: 'a@b:c/d' },
      'me:a@b:c/d@tcp(db:3306)/events',
    ],
    ['no password', { password: '' }, 'me@tcp(db:3306)/events'],
    ['no credentials', { user: '', password: '' }, 'tcp(db:3306)/events'],
    ['an IPv6 address', { host: '::1' }, 'me:secret@tcp([::1]:3306)/events'],
    ['no port', { port: '' }, 'me:secret@tcp(db)/events'],
    [
      'parameters',
      { parameters: 'tls=true&timeout=5s' },
      'me:secret@tcp(db:3306)/events?tls=true&timeout=5s',
    ],
  ])('round-trips %s [NOTIF-48]', (_, change, text) => {
    const connection = { ...FULL, ...change };
    expect(buildMysqlDsn(connection)).toBe(text);
    expect(parseMysqlDsn(text)).toEqual(connection);
  });

  it.each([
    '',
    'events',
    'me@unix(/tmp/mysql.sock)/events',
    'me:secret@db:3306/events',
    'tcp(a:b:c)/d',
  ])('is not %j', (text) => {
    expect(parseMysqlDsn(text)).toBeUndefined();
  });

  it.each<[Partial<MysqlConnection>, string | undefined]>([
    [{}, undefined],
    [{ user: 'a:b' }, 'user'],
    [{ host: 'a)b' }, 'host'],
    [{ port: 'x' }, 'port'],
    [{ dbname: 'a/b' }, 'dbname'],
    [{ password: 'a:/@b' }, undefined],
  ])('cannot carry everything: %j is wrong at %s', (change, part) => {
    expect(mysqlProblem({ ...FULL, ...change })).toBe(part);
  });
});
