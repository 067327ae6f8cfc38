import { parseXml } from '@stowage/storage-wire/xml';
import { describe, expect, it } from 'vitest';
import type { StoredBucket } from '../engine/types.ts';
import { matchingTargets, type NotificationRule } from './bucket-rules.ts';
import { expandEventName } from './event-names.ts';
import { compileFilter } from './key-filter.ts';
import { parseNotification, writeNotification } from './rules-xml.ts';

const context = { region: 'eu-1', hasTarget: (id: string) => id === 'primary:webhook' };
const parse = (inner: string, more = context) =>
  parseNotification(
    parseXml(`<NotificationConfiguration>${inner}</NotificationConfiguration>`),
    more,
  );
const queue = (inner: string, arn = 'arn:minio:sqs::primary:webhook') =>
  `<QueueConfiguration>${inner}<Queue>${arn}</Queue></QueueConfiguration>`;
const put = '<Event>s3:ObjectCreated:Put</Event>';
const filter = (...rules: [string, string][]) =>
  `<Filter><S3Key>${rules.map(([name, value]) => `<FilterRule><Name>${name}</Name><Value>${value}</Value></FilterRule>`).join('')}</S3Key></Filter>`;

describe('rules of a bucket', () => {
  it('are read and written again', () => {
    const rules = parse(
      queue(`<Id>one</Id>${filter(['prefix', 'a/'], ['suffix', '.jpg'])}${put}`) +
        queue('<Event>s3:ObjectRemoved:*</Event>', 'arn:minio:sqs:eu-1:primary:webhook'),
    );
    expect(rules).toEqual([
      {
        id: 'one',
        events: ['s3:ObjectCreated:Put'],
        prefix: 'a/',
        suffix: '.jpg',
        target: 'primary:webhook',
      },
      { id: '', events: ['s3:ObjectRemoved:*'], prefix: '', suffix: '', target: 'primary:webhook' },
    ]);
    const written = writeNotification(rules, 'eu-1');
    expect(written).toContain('<Queue>arn:minio:sqs:eu-1:primary:webhook</Queue>');
    expect(parseNotification(parseXml(written), context)).toEqual(rules);
  });

  it.each<[string, string, string]>([
    ['an unknown target', queue(put, 'arn:minio:sqs::other:webhook'), 'destination ARN'],
    ['no ARN', queue(put, 'primary'), 'destination ARN'],
    ['an ARN without a name', queue(put, 'arn:minio:sqs:::webhook'), 'destination ARN'],
    ['another region', queue(put, 'arn:minio:sqs:us-1:primary:webhook'), 'different region'],
    ['an unknown event', queue('<Event>s3:ObjectEaten:*</Event>'), 'event is not supported'],
    ['an event without its service', queue('<Event>ObjectCreated:Put</Event>'), 'not supported'],
    ['an event twice', queue(put + put), 'Configurations overlap'],
    ['a rule twice', queue(put) + queue(put), 'overlapping'],
    ['a filter of another name', queue(put + filter(['infix', 'a'])), 'either prefix or suffix'],
    ['two prefixes', queue(put + filter(['prefix', 'a'], ['prefix', 'b'])), 'one prefix'],
    ['two suffixes', queue(put + filter(['suffix', 'a'], ['suffix', 'b'])), 'one suffix'],
    ['a long filter', queue(put + filter(['prefix', 'ü'.repeat(513)])), '1024 bytes'],
    ['a filter that climbs', queue(put + filter(['prefix', 'a/../b'])), 'filter rule value'],
    ['a control character', queue(put + filter(['prefix', '&#x1;'])), 'filter rule value'],
    ['a backslash', queue(put + filter(['prefix', 'a\\b'])), 'filter rule value'],
  ])('are refused with %s', (_, inner, message) => {
    expect(() => parse(inner)).toThrow(message);
    expect(() => parse(inner)).toThrow(expect.objectContaining({ code: 'InvalidArgument' }));
  });

  it.each([
    ['no event', queue(''), 'MalformedXML'],
    ['too many rules', queue(put).repeat(101), 'MalformedXML'],
    ['a topic', '<TopicConfiguration/>', 'UnsupportedNotification'],
    ['a function', '<CloudFunctionConfiguration/>', 'UnsupportedNotification'],
  ])('are refused with %s', (_, inner, code) => {
    expect(() => parse(inner)).toThrow(expect.objectContaining({ code }));
  });

  it('take any region where the server has none', () => {
    const arn = 'arn:minio:sqs:anywhere:primary:webhook';
    expect(parse(queue(put, arn), { ...context, region: '' })).toHaveLength(1);
  });

  it('send an event to each target once', () => {
    const rule = (target: string, events: string[], prefix = ''): NotificationRule => ({
      id: '',
      events,
      prefix,
      suffix: '',
      target,
    });
    const rules = [
      rule('a:webhook', ['s3:ObjectCreated:*']),
      rule('a:webhook', ['s3:ObjectCreated:Put'], 'x/'),
      rule('b:redis', ['s3:ObjectCreated:Put'], 'y/'),
    ];
    const bucket: StoredBucket = {
      name: 'b',
      createdAt: 0,
      region: '',
      versioning: 'off',
      objectLock: false,
      settings: { notification: JSON.stringify(rules) },
    };
    expect(matchingTargets(bucket, 'ObjectCreated:Put', 'x/1')).toEqual(['a:webhook']);
    expect(matchingTargets(bucket, 'ObjectCreated:Put', 'y/1')).toEqual(['a:webhook', 'b:redis']);
    expect(matchingTargets(bucket, 'ObjectRemoved:Delete', 'x/1')).toEqual([]);
    expect(matchingTargets({ ...bucket, settings: {} }, 'ObjectCreated:Put', 'x')).toEqual([]);
  });
});

it.each<[string, string, string, boolean]>([
  ['', '', 'anything', true],
  ['a/', '', 'a/b', true],
  ['a/', '', 'b/a/', false],
  ['', '.txt', 'x.txt', true],
  ['', '.txt', 'x.txt2', false],
  ['ab', 'ba', 'aba', false],
  ['a*c', '', 'abcd', true],
  ['a?', '', 'ab', false],
  ['a?', '', 'a?b', true],
])('a filter of %j and %j looks at %j', (prefix, suffix, key, expected) => {
  expect(compileFilter({ prefix, suffix })(key)).toBe(expected);
});

it('names of events stand for one or several', () => {
  expect(expandEventName('s3:ObjectCreated:Put')).toEqual(['ObjectCreated:Put']);
  expect(expandEventName('s3:ObjectCreated:*')).toContain('ObjectCreated:CompleteMultipartUpload');
  expect(expandEventName('s3:BucketCreated:*')).toEqual(['BucketCreated:*']);
  expect(expandEventName('s3:*')).toBeUndefined();
  expect(expandEventName('s3:constructor')).toBeUndefined();
});
