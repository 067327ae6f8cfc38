import { describe, expect, it } from 'vitest';
import { hidePassword, restorePassword } from './stored-password.ts';
import { targetAddress } from './target-address.ts';

describe('a password inside of a setting', () => {
  it.each([
    [
      'connection_string',
      "host=db user=me password='p w' sslmode=disable",
      'host=db user=me password=***** sslmode=disable',
    ],
    ['connection_string', 'postgres://me:secret@db/events', 'postgres://me:*****@db/events'],
    ['connection_string', 'secret', '*****'],
    [
      'connection_string',
      'postgres://db/events?password=secret',
      'host=db dbname=events password=*****',
    ],
    [
      'connection_string',
      "application_name='a password=b' password=secret",
      "application_name='a password=b' password=*****",
    ],
    ['connection_string', "password='p w'  user = me", 'password=*****  user = me'],
    ['dsn_string', 'me:a@b/c@tcp(db:3306)/x', 'me:*****@tcp(db:3306)/x'],
    ['dsn_string', 'me:secret@unix(/x)/y', '*****'],
    ['url', 'amqp://me:sec@ret@mq:5672/v', 'amqp://me:*****@mq:5672/v'],
    ['url', 'amqp://me:sec/ret@mq', '*****'],
    ['endpoint', 'http://me:secret@hook/a?b', 'http://me:*****@hook/a?b'],
  ])('is hidden in %s=%s, and filled in again', (key, stored, shown) => {
    expect(hidePassword(key, stored)).toBe(shown);
    const filled = restorePassword(key, shown, stored);
    expect(filled && hidePassword(key, filled)).toBe(shown);
    expect(filled).not.toContain('*****');
  });

  it.each([
    ['endpoint', 'http://hook/a@b'],
    ['comment', 'a:b@c'],
    ['connection_string', 'host=db'],
    ['broker', 'tcp://localhost:1883'],
  ])('is not seen in %s=%s, which has none', (key, value) => {
    expect(hidePassword(key, value)).toBe(value);
    expect(restorePassword(key, value, '')).toBe(value);
  });

  it('is kept when the rest of the value changes', () => {
    expect(restorePassword('dsn_string', 'you:*****@tcp(other)/x', 'me:p@tcp(db)/x')).toBe(
      'you:p@tcp(other)/x',
    );
  });

  it.each(['', 'me@tcp(db)/x'])('is not made up where %j is stored', (stored) => {
    expect(restorePassword('dsn_string', 'me:*****@tcp(db)/x', stored)).toBeUndefined();
  });
});

it.each<[string, Record<string, string>, object | undefined]>([
  ['webhook', { endpoint: 'https://hook/x' }, { host: 'hook', port: 443, tls: true }],
  ['webhook', { endpoint: 'http://[::1]:8080' }, { host: '::1', port: 8080, tls: false }],
  ['webhook', { endpoint: 'ftp://hook' }, undefined],
  ['webhook', { endpoint: 'nonsense' }, undefined],
  ['amqp', { url: 'amqps://me:x@mq' }, { host: 'mq', port: 5671, tls: true }],
  ['mqtt', { broker: 'tcp://mq' }, { host: 'mq', port: 1883, tls: false }],
  ['elasticsearch', { url: 'http://es:9200' }, { host: 'es', port: 9200, tls: false }],
  ['kafka', { brokers: 'k1:9093,k2', tls: 'on' }, { host: 'k1', port: 9093, tls: true }],
  ['redis', { address: 'localhost' }, { host: 'localhost', port: 6379, tls: false }],
  ['redis', { address: '[::1]:7000' }, { host: '::1', port: 7000, tls: false }],
  ['redis', { address: 'a b' }, undefined],
  ['nats', { address: 'nats://n:4333' }, { host: 'n', port: 4333, tls: false }],
  ['nsq', { nsqd_address: 'q:0' }, undefined],
  ['nsq', { nsqd_address: 'q:99999' }, undefined],
  ['postgresql', { connection_string: 'host=db' }, { host: 'db', port: 5432, tls: false }],
  ['mysql', { dsn_string: 'me@tcp(db:3307)/x' }, { host: 'db', port: 3307, tls: false }],
])('a %s target with %j listens at %j', (service, values, expected) => {
  expect(targetAddress(service, values)).toEqual(expected);
});
