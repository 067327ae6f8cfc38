import { describe, expect, it } from 'vitest';
import { ConfigValueError, parseConfigText, printConfigText } from './config-text.ts';

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
