import { evaluate, PolicyError, parseBucketPolicy, parsePolicy } from '@stowage/domain/policy';
import { cpuTimeOf } from '@stowage/domain/testing/cpu-time';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { Random } from '@stowage/storage-wire/testing/random';
import { parseXml } from '@stowage/storage-wire/xml';
import { describe, expect, it } from 'vitest';
import { parseTarget } from '../http/target.ts';
import { readChecksumAlgorithm, readSentChecksum } from './checksum-headers.ts';
import { parseCompletion } from './completion.ts';
import { parseCopySource } from './copy-source-header.ts';
import { parseCors } from './cors/rules.ts';
import { parseEtags } from './etags.ts';
import { parseLifecycle } from './lifecycle/parse.ts';
import { readListingParameters, readToken, writeToken } from './listing-parameters.ts';
import { parseHold, parseRetention } from './object-lock.ts';
import { parseRange } from './ranges.ts';
import { MAX_OBJECT_TAGS, parseTagging, readTagging } from './tagging.ts';

const ODD = [
  ...'aZ09/%+&=;,.~- \t\r\n:"\'<>\\*?@',
  ...[
    '%2F',
    '%2e%2e',
    '%00',
    '%zz',
    '%c3',
    '😀',
    '\u0000',
    'é',
    '\ud800',
    '../',
    '//',
    '__proto__',
  ],
  ...['bytes=', '9007199254740993', '-1', 'constructor', '2026-03-01T00:00:00Z', 'AAAAAA=='],
];
const MARKUP = [
  ...ODD,
  ...['<Tag>', '</Tag>', '<Key>', '</Key>', '<Value>', '</Value>', '<Part>', '</Part>'],
  ...[
    '<PartNumber>',
    '</PartNumber>',
    '<ETag>',
    '</ETag>',
    '<Rule>',
    '</Rule>',
    '<Days>',
    '</Days>',
  ],
  ...[
    '<Filter>',
    '</Filter>',
    '<Prefix/>',
    '<Status>Enabled</Status>',
    '<Expiration>',
    '</Expiration>',
  ],
  ...[
    '<CORSRule>',
    '</CORSRule>',
    '<AllowedMethod>GET</AllowedMethod>',
    '<AllowedOrigin>*</AllowedOrigin>',
  ],
];

/**
 * Returns undefined for an expected rejection; any other error is rethrown together with its input.
 */
function outcome<T>(input: string, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof S3Error || error instanceof PolicyError) {
      return undefined;
    }
    throw new Error(`Fails for ${JSON.stringify(input)}`, { cause: error });
  }
}

function must(holds: boolean, input: unknown): void {
  if (!holds) {
    throw new Error(`Does not hold for ${JSON.stringify(input)}`);
  }
}

describe('random input', () => {
  it('of a target gives a bucket and a key that it has, or is refused, 15,000 times', () => {
    const random = new Random(201);
    for (let round = 0; round < 15_000; round++) {
      const text = random.text(random.below(30), ODD);
      const url = random.pick([`/${text}`, text, `http://s/${text}`, `/bucket/${text}?${text}`]);
      const target = outcome(url, () => parseTarget(url));
      if (target) {
        must(
          target.path === (target.key === '' ? target.path : `/${target.bucket}/${target.key}`),
          url,
        );
        must(!target.key.includes('\0') && Buffer.byteLength(target.key) <= 1024, url);
        outcome(url, () => readListingParameters(target.query));
      }
    }
  });

  it('of headers is refused or read, 15,000 times', () => {
    const random = new Random(202);
    for (let round = 0; round < 15_000; round++) {
      const text = random.text(random.below(16), ODD);
      const size = random.pick([0, 1, 1000, 2 ** 40]);
      const range = outcome(text, () => parseRange(random.pick([text, `bytes=${text}`]), size));
      if (typeof range === 'object') {
        must(range.start >= 0 && range.start <= range.end && range.end < size, text);
      }
      const tags = outcome(text, () => parseTagging(text)) ?? {};
      must(Object.keys(tags).length <= MAX_OBJECT_TAGS, text);
      const source = outcome(text, () => parseCopySource(random.pick([text, `/b/${text}`])));
      must(source === undefined || (source.bucket !== '' && source.key !== ''), text);
      must(parseEtags(text).join().length <= text.length, text);
      const token = outcome(text, () => readToken(random.pick([text, writeToken(text)])));
      must(
        token === undefined ||
          Buffer.from(token).equals(Buffer.from(text)) ||
          token.length < text.length,
        text,
      );
      const headers = { 'x-amz-checksum-crc32': text, 'x-amz-checksum-algorithm': text };
      outcome(text, () => readSentChecksum(random.pick([headers, { 'x-amz-trailer': text }])));
      outcome(text, () => readChecksumAlgorithm(headers));
      outcome(text, () =>
        parseRetention(random.pick([text, 'GOVERNANCE']), text, 'InvalidRequest'),
      );
      outcome(text, () => parseHold(text, 'MalformedXML'));
    }
  });

  it('of documents is refused or read, 10,000 times', () => {
    const random = new Random(203);
    const roots = [
      'Tagging',
      'CompleteMultipartUpload',
      'LifecycleConfiguration',
      'CORSConfiguration',
    ];
    for (let round = 0; round < 10_000; round++) {
      const inner = random.text(random.below(16), MARKUP);
      const root = random.pick(roots);
      const set = `<TagSet>${inner}</TagSet>`;
      const text = `<${root}>${root === 'Tagging' ? set : inner}</${root}>`;
      const parsed = outcome(text, () => parseXml(text));
      if (parsed) {
        outcome(text, () => readTagging(parsed, MAX_OBJECT_TAGS));
        outcome(text, () => parseLifecycle(parsed, random.below(2) === 0));
        outcome(text, () => parseCors(parsed));
      }
      outcome(text, () => parseCompletion(Buffer.from(text)));
    }
  });

  it('of a policy is refused, or decides about anything, 12,000 times', () => {
    const random = new Random(204);
    const whole = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'a',
          Effect: 'Allow',
          Principal: { AWS: ['*'] },
          Action: ['s3:GetObject', 's3:Put*'],
          Resource: ['arn:aws:s3:::bucket/*', `arn:aws:s3:::bucket/$\{aws:username}/*`],
          Condition: {
            StringLike: { 'aws:username': ['a*', ''] },
            IpAddress: { 'aws:SourceIp': '10.0.0.0/8' },
            NumericLessThan: { 'aws:EpochTime': '10' },
            DateGreaterThan: { 'aws:CurrentTime': '2026-01-01T00:00:00Z' },
            Bool: { 'aws:SecureTransport': 'false' },
          },
        },
      ],
    });
    const pieces = [
      ...'{}[]",:*?$0',
      'null',
      'true',
      '"Deny"',
      '"*"',
      '{"a":',
      '[[[[',
      '\\u0000',
      '${',
      '1e999',
    ];
    let read = 0;
    for (let round = 0; round < 12_000; round++) {
      let text = random.below(8) === 0 ? random.text(random.below(20), pieces) : whole;
      for (let times = random.below(4); times > 0; times--) {
        text = random.damage(text, pieces);
      }
      const ofUser = outcome(text, () =>
        parsePolicy(text.replace('"Principal":{"AWS":["*"]},', '')),
      );
      const ofBucket = outcome(text, () => parseBucketPolicy(text, 'bucket'));
      const policies = [ofUser, ofBucket].filter((policy) => policy !== undefined);
      read += policies.length;
      const context = {
        prefix: [random.text(2, ODD)],
        SourceIp: [random.text(2, ODD)],
        username: ['../*'],
      };
      const key = random.text(random.below(8), ODD);
      const decision = evaluate(policies, {
        action: 's3:GetObject',
        bucket: 'bucket',
        key,
        context,
      });
      must(['allow', 'deny', 'none'].includes(decision), text);
    }
    expect(read).toBeGreaterThan(1000);
  });
});

describe('input made to cost much', () => {
  /** Generous for a slow machine, but far below what anything quadratic would take. */
  const within = async (milliseconds: number, run: () => unknown): Promise<void> => {
    expect(await cpuTimeOf(() => outcome('', run))).toBeLessThan(milliseconds);
  };

  it('is answered at once: nested, repeated and long documents', async () => {
    for (const piece of [
      '<a>',
      '<a b="c">',
      '<!--',
      '<![CDATA[',
      '&amp;',
      '&lt',
      '<a ',
      '<?x ',
      ' ',
    ]) {
      await within(4000, () => parseXml(piece.repeat(300_000)));
      await within(4000, () => parseXml(`<a>${piece.repeat(300_000)}</a>`));
    }
    await within(4000, () =>
      parseXml(`<!DOCTYPE a [${'<!ENTITY a "&a;&a;">'.repeat(9999)}]><a>&a;</a>`),
    );
    const part = '<Part><PartNumber>1</PartNumber><ETag>e</ETag></Part>';
    await within(8000, () =>
      parseCompletion(
        Buffer.from(`<CompleteMultipartUpload>${part.repeat(20_000)}</CompleteMultipartUpload>`),
      ),
    );
  });

  it('is answered at once: policies and patterns', async () => {
    await within(4000, () => parsePolicy('['.repeat(20_000)));
    await within(4000, () => parsePolicy(`{"Statement":${'{"a":'.repeat(4000)}`));
    const stars = `arn:aws:s3:::b${'*a'.repeat(8000)}`;
    const text = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: [stars] }],
    });
    await within(8000, () => {
      const policy = parsePolicy(text);
      const key = 'a'.repeat(1023);
      evaluate([policy], { action: 's3:GetObject', bucket: 'b', key: `${key}b`, context: {} });
    });
  });

  it('is answered at once: headers and targets of 32 KiB', async () => {
    for (const piece of ['a=b&', '%20', ',', '"', 'W/', '../', '%', '?', '&', 'a', '😀']) {
      const long = piece.repeat(Math.ceil(32_768 / piece.length));
      await within(3000, () => parseTarget(`/b/k?${long}`));
      await within(3000, () => parseTarget(`/${long}`));
      await within(3000, () => parseTagging(long));
      await within(3000, () => parseEtags(long));
      await within(3000, () => parseCopySource(long));
      await within(3000, () => readToken(long));
      await within(3000, () => readSentChecksum({ 'x-amz-trailer': long }));
    }
  });
});
