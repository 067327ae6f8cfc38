import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseXml } from '@stowage/storage-wire/xml';
import { describe, expect, it } from 'vitest';
import { checkRules, parseReplication, writeReplication } from './parse.ts';

const ARN = 'arn:minio:replication:eu:4d3f:target';
const rule = (content = '', arn = ARN): string =>
  '<Rule><Status>Enabled</Status><DeleteMarkerReplication><Status>Disabled</Status>' +
  `</DeleteMarkerReplication><Destination><Bucket>${arn}</Bucket></Destination>${content}</Rule>`;
const config = (...rules: string[]): string =>
  `<ReplicationConfiguration>${rules.join('')}</ReplicationConfiguration>`;
const tag = (key: string, value = 'v'): string =>
  `<Tag><Key>${key}</Key><Value>${value}</Value></Tag>`;

function parse(text: string) {
  const parsed = parseReplication(parseXml(text));
  checkRules(parsed);
  return parsed;
}

/** Returns the message of the error. */
function refusal(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof S3Error && error.code === 'MalformedXML') {
      return error.message;
    }
    throw error;
  }
  return 'taken';
}

describe('a replication document', () => {
  it("gets MinIO's defaults for what it is silent about", () => {
    expect(parse(config(rule())).rules).toEqual([
      {
        id: '',
        enabled: true,
        priority: 0,
        filter: { prefix: '', tags: {}, combined: false },
        target: ARN,
        destination: ARN,
        storageClass: undefined,
        deleteMarkers: false,
        deletes: false,
        existingObjects: false,
        replicaModifications: true,
      },
    ]);
  });

  it.each([
    ['a prefix', '<Filter><Prefix>a/</Prefix></Filter>'],
    ['a tag', `<Filter>${tag('a')}</Filter>`],
    ['both', `<Filter><And><Prefix>a/</Prefix>${tag('a')}${tag('b', '')}</And></Filter>`],
    [
      'everything',
      '<ID>all</ID><Priority>7</Priority><DeleteReplication><Status>Enabled</Status>' +
        '</DeleteReplication><ExistingObjectReplication><Status>Enabled</Status>' +
        '</ExistingObjectReplication><SourceSelectionCriteria><ReplicaModifications>' +
        '<Status>Disabled</Status></ReplicaModifications></SourceSelectionCriteria>',
    ],
  ])('is the same again when it is written and read (%s)', (_, content) => {
    const parsed = parse(config(rule(content)));
    expect(parse(writeReplication(parsed))).toEqual(parsed);
  });

  it("takes the empty elements that MinIO's clients send", () => {
    const empty = '<Filter><Prefix>a</Prefix><And></And><Tag></Tag></Filter>';
    expect(parse(config(rule(empty))).rules[0]?.filter).toEqual({
      prefix: 'a',
      tags: {},
      combined: false,
    });
  });

  it('takes the one target of documents of old from their role', () => {
    const old = rule('', 'arn:aws:s3:::target');
    const role = `<Role>${ARN}</Role>`;
    expect(parse(config(role, old)).rules[0]?.target).toBe(ARN);
  });

  it.each([
    ['another document', '<Replication/>', 'The XML you provided'],
    ['no rule', config(), 'at least one rule'],
    ['two rules of one priority', config(rule(), rule()), 'duplicate priority'],
    ['a long id', config(rule(`<ID>${'i'.repeat(256)}</ID>`)), 'less than 255'],
    ['no status', config('<Rule/>'), 'Status should not be empty'],
    ['another status', config(rule().replace('Enabled', 'On')), 'Enabled or Disabled'],
    ['silence about markers', config('<Rule><Status>Enabled</Status></Rule>'), 'must be specified'],
    ['a priority below zero', config(rule('<Priority>-1</Priority>')), 'Priority'],
    ['a priority that is none', config(rule('<Priority>x</Priority>')), 'Priority'],
    ['another destination', config(rule('', 'target')), "invalid destination 'target'"],
    ['a destination of S3 without a role', config(rule('', 'arn:aws:s3:::b')), 'Destination'],
    [
      'two criteria',
      config(rule(`<Filter><Prefix>a</Prefix>${tag('a')}</Filter>`)),
      'exactly one of',
    ],
    [
      'a tag twice',
      config(rule(`<Filter><And>${tag('a')}${tag('a')}</And></Filter>`)),
      'Duplicate Tag',
    ],
    ['a long tag', config(rule(`<Filter>${tag('t'.repeat(129))}</Filter>`)), 'TagKey'],
    [
      'a long prefix',
      config(rule(`<Filter><Prefix>${'p'.repeat(1025)}</Prefix></Filter>`)),
      'longer',
    ],
    [
      'a control character',
      config(rule('<Filter><Prefix>&#x1;</Prefix></Filter>')),
      'control characters',
    ],
    [
      'another storage class',
      config(rule().replace('</Bucket>', '</Bucket><StorageClass>GLACIER</StorageClass>')),
      'unknown storage class',
    ],
    [
      'markers by tag',
      config(rule(`<Filter>${tag('a')}</Filter>`).replace('Disabled', 'Enabled')),
      'not supported if any Tag',
    ],
    [
      'too many rules',
      config(...Array.from({ length: 1001 }, (_, i) => rule(`<Priority>${i}</Priority>`))),
      'maximum of 1000',
    ],
  ])('is refused: %s', (_, text, message) => {
    expect(refusal(text)).toContain(message);
  });
});
