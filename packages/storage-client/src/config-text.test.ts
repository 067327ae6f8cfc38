import { describe, expect, it } from 'vitest';
import {
  ConfigValueError,
  findConfigTextProblem,
  parseConfigText,
  printConfigText,
} from './config-text.ts';

const plain = { target: '_', overrides: {}, commented: false };

describe('the text of a configuration', () => {
  it('has a line for each target, with values in quotes and without', () => {
    const text = [
      'api requests_max=0 cors_allow_origin=https://a,https://b odirect= ',
      'site name="my site" comment="it is \\"ours\\" now" region=eu-1 ',
      'notify_postgres:main connection_string="host=db user=me password=a=b" table=t ',
      '',
    ].join('\n');
    expect(parseConfigText(text)).toEqual([
      {
        ...plain,
        subsystem: 'api',
        values: { requests_max: '0', cors_allow_origin: 'https://a,https://b', odirect: '' },
      },
      {
        ...plain,
        subsystem: 'site',
        values: { name: 'my site', comment: 'it is \\"ours\\" now', region: 'eu-1' },
      },
      {
        ...plain,
        subsystem: 'notify_postgres',
        target: 'main',
        values: { connection_string: 'host=db user=me password=a=b', table: 't' },
      },
    ]);
  });

  it('says what the environment holds, by key, for the target that follows', () => {
    const text = [
      '# MINIO_SCANNER_SPEED=slow',
      'scanner speed=default',
      '# MINIO_NOTIFY_WEBHOOK_AUTH_TOKEN_primary=a=b c',
      'notify_webhook:primary ',
      'notify_webhook enable=off',
    ].join('\n');
    const [scanner, primary, webhook] = parseConfigText(text);
    expect(scanner?.overrides).toEqual({
      speed: { variable: 'MINIO_SCANNER_SPEED', value: 'slow' },
    });
    expect(primary).toMatchObject({ target: 'primary', values: {} });
    expect(primary?.overrides).toEqual({
      auth_token: { variable: 'MINIO_NOTIFY_WEBHOOK_AUTH_TOKEN_primary', value: 'a=b c' },
    });
    expect(webhook?.overrides).toEqual({});
  });

  it('tells what is a comment from what is a remark', () => {
    const lines = parseConfigText('# remark\n# one of more words\n# etcd endpoints= \n\n');
    expect(lines).toEqual([
      { ...plain, subsystem: 'etcd', values: { endpoints: '' }, commented: true },
    ]);
  });

  it.each([
    ['api requests_max=7\nrequests_max = 8', 2, 'unreadable'],
    ['Compression enable=on', 1, 'unreadable'],
    ['api requests_max', 1, 'unreadable'],
    ['{"api": {"requests_max": 7}}', 1, 'unreadable'],
    ['\uFFFD\uFFFDa\u0000p\u0000i\u0000', 1, 'unreadable'],
    ['# api\n\napi requests_max=7\r\napi:_ comment=x', 4, 'target-twice'],
    ['notify_webhook:a enable=off\nnotify_webhook:a endpoint=http://x/', 2, 'target-twice'],
    ['api requests_max=7 comment="a b" requests_max=8', 1, 'key-twice'],
  ])(
    'that somebody gives is refused with a line that would not count: %j',
    (text, line, problem) => {
      expect(findConfigTextProblem(text)).toEqual({ line, problem });
    },
  );

  it.each([
    ['\uFEFFapi requests_max=7\r\n\r\n# a remark\r\nsite name=x region=\r\n'],
    ['notify_webhook endpoint=http://x/\nnotify_webhook:a endpoint=http://x/?a=b comment="c=d e"'],
    ['# api requests_max=1\napi requests_max=2'],
    ['subnet'],
  ])('that somebody gives may be that of another machine: %j', (text) => {
    expect(findConfigTextProblem(text)).toBeUndefined();
  });

  it('is read with the marks of another machine', () => {
    expect(parseConfigText('\uFEFFapi requests_max=7\r\nsite name=x\r\n')).toEqual([
      { ...plain, subsystem: 'api', values: { requests_max: '7' } },
      { ...plain, subsystem: 'site', values: { name: 'x' } },
    ]);
  });

  it('is written as it is read', () => {
    const writes = [
      { subsystem: 'api', target: '_', values: { requests_max: '7', comment: 'for the fair' } },
      { subsystem: 'notify_webhook', target: 'a', values: { endpoint: 'http://x/', comment: '' } },
    ];
    const text = printConfigText(writes, () => ['requests_max', 'comment', 'endpoint']);
    expect(text).toBe(
      'api requests_max=7 comment="for the fair"\nnotify_webhook:a endpoint=http://x/ comment=\n',
    );
    expect(parseConfigText(text)).toMatchObject(writes);
  });

  it.each(['two\nlines', 'tab\there', ' spaced', '"quoted', "quoted'", 'see endpoint=x'])(
    'is refused with a value that would be read as another: %j',
    (value) => {
      const write = { subsystem: 'notify_webhook', target: '_', values: { comment: value } };
      const print = () => printConfigText([write], () => ['endpoint', 'comment']);
      expect(print).toThrow(ConfigValueError);
      expect(print).toThrow(expect.objectContaining({ key: 'comment' }));
    },
  );
});
