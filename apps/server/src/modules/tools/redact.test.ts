import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

describe('leaving secrets out of a report', () => {
  it.each([
    [{ secretKey: 'x' }, { secretKey: '*redacted*' }],
    [
      { MINIO_ROOT_PASSWORD: 'x', MINIO_ROOT_USER: 'y' },
      { MINIO_ROOT_PASSWORD: '*redacted*', MINIO_ROOT_USER: '*redacted*' },
    ],
    [{ auth_token: '' }, { auth_token: '' }],
    [[{ key: 'password', value: 'x' }], [{ key: 'password', value: '*redacted*' }]],
    [
      [{ key: 'endpoint', value: 'http://u:p@h/x' }],
      [{ key: 'endpoint', value: 'http://*redacted*@h/x' }],
    ],
    [
      { cmd_line: 'minio --secret-key=abc --port 1' },
      { cmd_line: 'minio --secret-key=*redacted* --port 1' },
    ],
    [{ text: 'host=db password=abc user=u' }, { text: 'host=db password=*redacted* user=u' }],
    [
      { tokens: ['a'], keys: 3 },
      { tokens: '*redacted*', keys: 3 },
    ],
    [{ a: { b: [{ accessKey: 'k' }] } }, { a: { b: [{ accessKey: '*redacted*' }] } }],
    [
      { version: '1', drives: [{ path: '/d1' }] },
      { version: '1', drives: [{ path: '/d1' }] },
    ],
    [null, null],
  ])('makes of %j %j', (given, expected) => {
    expect(redact(given)).toEqual(expected);
  });

  it('ends in what is nested without end', () => {
    let value: unknown = 'x';
    for (let i = 0; i < 10_000; i++) value = { a: value };
    expect(JSON.stringify(redact(value)).length).toBeLessThan(1000);
  });
});
