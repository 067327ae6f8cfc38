import { describe, expect, it } from 'vitest';
import { hidePassword, isSecret, restorePassword } from './secrets.ts';

describe('secrets of a configuration', () => {
  it.each([
    ['auth_token', true],
    ['password', true],
    ['sasl_password', true],
    ['client_secret', true],
    ['lookup_bind_password', true],
    ['api_key', true],
    ['key', false],
    ['client_key', false],
    ['tokens_max', false],
  ])('are keys such as %s: %j', (key, secret) => {
    expect(isSecret({ key })).toBe(secret);
    expect(isSecret({ key, secret: !secret })).toBe(!secret);
  });

  it.each([
    ['connection_string', 'host=db user=me password=geheim sslmode=disable'],
    ['connection_string', "host=db password='gehe im' user=me"],
    ['connection_string', 'postgres://me:geheim@db:5432/events?sslmode=disable'],
    ['dsn_string', 'me:geheim@tcp(db:3306)/events'],
    ['url', 'amqp://me:gehe:im@rabbit:5672'],
  ])('are hidden inside of %s, and stay when they are sent back hidden: %s', (key, value) => {
    const shown = hidePassword(key, value);
    expect(shown).toContain('*****');
    expect(shown).not.toMatch(/gehe/);
    expect(restorePassword(key, shown, value)).toBe(value);
    const moved = shown.replace(/db|rabbit/, 'elsewhere');
    expect(restorePassword(key, moved, value)).toBe(value.replace(/db|rabbit/, 'elsewhere'));
    expect(restorePassword(key, value.replaceAll('gehe', 'neu'), value)).toContain('neu');
  });

  it('are not looked for where no password is', () => {
    expect(hidePassword('url', 'http://search:9200')).toBe('http://search:9200');
    expect(hidePassword('endpoint', 'http://a:b@c')).toBe('http://a:b@c');
  });
});
