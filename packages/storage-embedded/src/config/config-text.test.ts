import { describe, expect, it } from 'vitest';
import { parseConfig, parseReset, printConfig } from './config-text.ts';
import type { Subsystem } from './subsystem.ts';
import { findSubsystem } from './subsystems.ts';

const only = (text: string) =>
  parseConfig(text).map(({ subsystem, values }) => [subsystem.name, values]);

const subsystem = (name: string): Subsystem => {
  const found = findSubsystem(name);
  if (found === undefined) throw new Error(name);
  return found;
};

describe('a configuration in text', () => {
  it.each<[string, string, Record<string, string>]>([
    ['one key', 'api requests_max=100', { requests_max: '100' }],
    ['the default target', 'api:_ requests_max=1', { requests_max: '1' }],
    [
      'blanks in quotes',
      'api comment="a requests_max=1 b" requests_max=2',
      { comment: 'a requests_max=1 b', requests_max: '2' },
    ],
    [
      'blanks up to the next key',
      'api comment=two words requests_max=2',
      { comment: 'two words', requests_max: '2' },
    ],
    ['a text with an equals sign', 'api comment=a b=c', { comment: 'a b=c' }],
    ['an empty value', 'api requests_max= comment=x', { requests_max: '', comment: 'x' }],
  ])('has %s', (_, text, values) => {
    expect(only(text)).toEqual([['api', values]]);
  });

  it('has a line for each subsystem, among comments', () => {
    expect(only('# a b\n\n site name=abc \n scanner speed=slow\n')).toEqual([
      ['site', { name: 'abc' }],
      ['scanner', { speed: 'slow' }],
    ]);
  });

  it.each([
    ['nonsense a=1', 'unknown sub-system nonsense'],
    ['site:other name=b', "sub-system 'site' only supports single target"],
    ['site', "sub-system 'site' cannot have empty keys"],
    [
      'scanner bogus=1',
      "sub-system 'scanner' has no key 'bogus' here, only speed, delay, max_wait, cycle, comment",
    ],
    ['scanner speed=warp', "the value of 'speed' is invalid"],
    ['api requests_max=-1', "the value of 'requests_max' is invalid"],
    ['api stale_uploads_expiry=1s', "the value of 'stale_uploads_expiry' is invalid"],
    ['api cors_allow_origin=http://a, http://b', "the value of 'cors_allow_origin' is invalid"],
    ['site name=x" y', "the value of 'name' is invalid"],
    [`api comment=${'x'.repeat(1025)}`, 'longer than 1024 characters'],
    ['api constructor=1', "has no key 'constructor'"],
  ])('is refused as %j', (text, message) => {
    expect(() => parseConfig(text)).toThrow(message);
  });

  it('reads back what was printed', () => {
    const values = {
      requests_max: '5',
      comment: 'two words',
      cors_allow_origin: 'http://a,http://b',
    };
    const printed = printConfig({ subsystem: subsystem('api'), target: '_' }, values);
    expect(printed).toBe(
      'api requests_max=5 cors_allow_origin=http://a,http://b stale_uploads_expiry=24h comment="two words" \n',
    );
    expect(only(printed)).toEqual([['api', { ...values, stale_uploads_expiry: '24h' }]]);
  });
});

describe('a reset', () => {
  it('is of all keys of a subsystem, or of those it names', () => {
    expect(parseReset('scanner')[0]?.keys).toEqual([
      'speed',
      'delay',
      'max_wait',
      'cycle',
      'comment',
    ]);
    expect(parseReset('api comment requests_max=7')[0]?.keys).toEqual(['comment', 'requests_max']);
    expect(() => parseReset('api nothing')).toThrow("has no key 'nothing'");
  });
});
