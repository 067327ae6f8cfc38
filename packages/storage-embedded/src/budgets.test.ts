import { parseGoDuration } from '@stowage/domain/go-duration';
import { parseIpNetwork } from '@stowage/domain/ip-address';
import { type Budget, filled, growth, text, type Workload } from '@stowage/domain/testing/growth';
import { parseBytes } from '@stowage/domain/units';
import { decodeChunked } from '@stowage/storage-wire/chunked';
import { checkSignature, parseSignature } from '@stowage/storage-wire/sigv4-check';
import { decodePath, parseQuery } from '@stowage/storage-wire/uri';
import { parseXml } from '@stowage/storage-wire/xml';
import { describe, expect, it } from 'vitest';
import { readNewServiceAccount } from './admin/service-account-fields.ts';
import { parseConfig } from './config/config-text.ts';
import { parseTarget } from './http/target.ts';
import { parseNotification } from './notifications/rules-xml.ts';
import { parseTargetArn } from './notifications/target-id.ts';
import { parseConnectionString } from './notifications/targets/connection-string.ts';
import { parseReplication } from './replication/parse.ts';
import { parseCompletion } from './s3/completion.ts';
import { parseCopySource } from './s3/copy-source-header.ts';
import { parseCors } from './s3/cors/rules.ts';
import { parseEtags } from './s3/etags.ts';
import { parseLifecycle } from './s3/lifecycle/parse.ts';
import { readFields } from './s3/post-policy/form-fields.ts';
import { headersOfForm } from './s3/post-policy/form-headers.ts';
import { boundaryOf, FormParts } from './s3/post-policy/form-parts.ts';
import { checkPostPolicy, parsePostPolicy } from './s3/post-policy/policy.ts';
import { parseRange } from './s3/ranges.ts';
import { parseTagging, readTagging } from './s3/tagging.ts';

const KB = 1024;
/** Limit for all headers of a request together, as set in Node. */
const HEADERS = 16 * KB;
const XML = 512 * KB;

const xml = (parse: (root: ReturnType<typeof parseXml>) => unknown) => (document: string) =>
  parse(parseXml(document));

async function readAll(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source) {
    // Only consumes the source.
  }
}

async function* inPieces(bytes: Buffer, size = 16 * KB): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

const authorization =
  (start: string, pattern: string, end = ''): Workload =>
  (size) => {
    const value = filled(size, pattern, start, end);
    const headers = { authorization: value, 'x-amz-date': '20260101T000000Z', host: 'h' };
    const request = { method: 'GET', rawPath: '/', rawQuery: '', headers };
    return () => {
      const signature = parseSignature(request);
      if (signature.kind === 'header') {
        checkSignature(signature, request, 'secret-key', { service: 's3', now: new Date() });
      }
    };
  };

const HEADER_TEXTS: readonly Budget[] = [
  [
    'a credential of slashes',
    HEADERS,
    authorization(
      'AWS4-HMAC-SHA256 Credential=',
      'a/11111111/',
      'aws4_request, SignedHeaders=host, Signature=00',
    ),
  ],
  [
    'signed headers',
    HEADERS,
    authorization(
      'AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/s3/aws4_request, SignedHeaders=',
      'host;',
      `host, Signature=${'0'.repeat(64)}`,
    ),
  ],
  ['fields of a signature', HEADERS, authorization('AWS4-HMAC-SHA256 ', 'a=b,')],
  ['blanks in a signature', HEADERS, authorization('AWS4-HMAC-SHA256', ' ')],
  ['a signature of version 2', HEADERS, authorization('AWS ', 'a:')],
  ['tags', HEADERS, text(parseTagging, 'a=b&')],
  ['escapes of tags', HEADERS, text(parseTagging, '%61', '', '=%')],
  ['a copy source', HEADERS, text(parseCopySource, '%2f/', 'bucket/')],
  ['a copy source of questions', HEADERS, text(parseCopySource, '?versionId=', 'bucket/')],
  ['ranges', HEADERS, text((header) => parseRange(header, 10), '0-1,', 'bytes=')],
  ['digits of a range', HEADERS, text((header) => parseRange(header, 10), '9', 'bytes=')],
  ['ETags', HEADERS, text(parseEtags, '"a",')],
  ['ETags of blanks', HEADERS, text(parseEtags, ' ', '"a"', 'x')],
  ['a boundary', HEADERS, text(boundaryOf, '; \t', 'multipart/form-data', 'boundary')],
  ['a boundary of quotes', HEADERS, text(boundaryOf, ';boundary="', 'multipart/form-data')],
  ['an address', HEADERS, text(parseTarget, '/%2e.', '/bucket')],
  ['a query', HEADERS, text(parseTarget, 'a=%61&', '/bucket?')],
  ['a path', HEADERS, text(decodePath, '%C3%A4')],
  ['a query of plus signs', HEADERS, text(parseQuery, '+=+&')],
];

const SMALL_TEXTS: readonly Budget[] = [
  ['a duration', HEADERS, text(parseGoDuration, '1m1ms1.1', '', 'x')],
  ['a duration of digits', HEADERS, text(parseGoDuration, '1')],
  ['a size of blanks', 256 * KB, text(parseBytes, ' ', '1', '!')],
  ['a size of digits', HEADERS, text(parseBytes, '1', '', '!')],
  ['an address range', HEADERS, text(parseIpNetwork, '1:')],
  ['an address range of colons', HEADERS, text(parseIpNetwork, '::', '', '/1')],
  ['an ARN', HEADERS, text(parseTargetArn, ':a', 'arn:minio:sqs')],
  ['a connection string', 64 * KB, text(parseConnectionString, "a='\\", 'host=')],
  ['a connection string of blanks', 64 * KB, text(parseConnectionString, ' ', 'host=a', 'x')],
];

const DOCUMENTS: readonly Budget[] = [
  ['XML of elements', XML, text(parseXml, '<a/>', '<r>', '</r>')],
  ['XML of leaves', XML, text(parseXml, '<a>b</a>', '<r>', '</r>')],
  [
    'XML of names',
    XML,
    (size) => {
      const names = Array.from({ length: Math.floor(size / 12) }, (_, n) => `<a${n}/>`).join('');
      return () => parseXml(`<r>${names}</r>`);
    },
  ],
  [
    'XML of attributes',
    XML,
    (size) => {
      const attributes = Array.from({ length: Math.floor(size / 12) }, (_, n) => ` a${n}="x"`).join(
        '',
      );
      return () => parseXml(`<r${attributes}/>`);
    },
  ],
  ['XML of elements with attributes', XML, text(parseXml, '<a b="c"></a>', '<r>', '</r>')],
  ['XML that never closes a tag', XML, text(parseXml, '<a b="', '<r>')],
  ['XML of blanks in a tag', XML, text(parseXml, ' ', '<r', 'x!>')],
  ['XML of blanks in a closing tag', XML, text(parseXml, ' ', '<r></r', 'x>')],
  ['XML of references', XML, text(parseXml, '&amp;', '<r>', '</r>')],
  ['XML of ampersands', XML, text(parseXml, '&', '<r>', '</r>')],
  ['XML of line ends', XML, text(parseXml, '\r', '<r>', '</r>')],
  ['XML of comments', XML, text(parseXml, 'x<!-- -->', '<r>', '</r>')],
  ['XML of comments that do not end', XML, text(parseXml, '<!-- ', '<r>')],
  ['XML of character data', XML, text(parseXml, '<![CDATA[]]', '<r>', ']]></r>')],
  ['XML of instructions', XML, text(parseXml, '<?a?>', '', '<r/>')],
  [
    'tags of an object',
    64 * KB,
    text(
      xml((root) => readTagging(root, 10)),
      '<Tag><Key>a</Key></Tag>',
      '<Tagging><TagSet>',
      '</TagSet></Tagging>',
    ),
  ],
  [
    'rules of a lifecycle',
    XML,
    (size) => {
      const rule = (n: number) =>
        `<Rule><ID>${n}</ID><Status>Enabled</Status><Filter><Prefix>${'p'.repeat(900)}${n}</Prefix></Filter><Expiration><Days>1</Days></Expiration></Rule>`;
      const rules = Array.from({ length: Math.floor(size / KB) - 40 }, (_, n) => rule(n)).join('');
      return () =>
        parseLifecycle(
          parseXml(`<LifecycleConfiguration>${rules}</LifecycleConfiguration>`),
          false,
        );
    },
  ],
  [
    'rules of replication',
    4 * XML,
    (size) => {
      const rule = (n: number) =>
        `<Rule><ID>${n}</ID><Status>Enabled</Status><Priority>${n + 1}</Priority><Filter><Prefix>${'p'.repeat(900)}${n}</Prefix></Filter><DeleteMarkerReplication><Status>Disabled</Status></DeleteMarkerReplication><Destination><Bucket>arn:minio:replication::a:b</Bucket></Destination></Rule>`;
      const rules = Array.from({ length: Math.floor(size / (2 * KB)) - 40 }, (_, n) =>
        rule(n),
      ).join('');
      return () =>
        parseReplication(
          parseXml(`<ReplicationConfiguration><Role></Role>${rules}</ReplicationConfiguration>`),
        );
    },
  ],
  [
    'rules of CORS',
    64 * KB,
    text(
      xml(parseCors),
      '<CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>a*</AllowedOrigin></CORSRule>',
      '<CORSConfiguration>',
      '</CORSConfiguration>',
    ),
  ],
  [
    'origins of CORS',
    64 * KB,
    text(
      xml(parseCors),
      '<AllowedOrigin>*.a</AllowedOrigin>',
      '<CORSConfiguration><CORSRule><AllowedMethod>GET</AllowedMethod>',
      '</CORSRule></CORSConfiguration>',
    ),
  ],
  [
    'rules of events',
    512 * KB,
    text(
      xml((root) => parseNotification(root, { region: '', hasTarget: () => true })),
      '<QueueConfiguration><Queue>arn:minio:sqs::a:webhook</Queue><Event>s3:ObjectCreated:*</Event></QueueConfiguration>',
      '<NotificationConfiguration>',
      '</NotificationConfiguration>',
    ),
  ],
  [
    'events of a rule',
    512 * KB,
    text(
      xml((root) => parseNotification(root, { region: '', hasTarget: () => true })),
      '<Event>s3:ObjectCreated:*</Event>',
      '<NotificationConfiguration><QueueConfiguration><Queue>arn:minio:sqs::a:webhook</Queue>',
      '</QueueConfiguration></NotificationConfiguration>',
    ),
  ],
  [
    'parts of an upload',
    1024 * KB,
    (size) => {
      const part = (n: number) =>
        `<Part><PartNumber>${n + 1}</PartNumber><ETag>"${'0'.repeat(32)}"</ETag></Part>`;
      const parts = Array.from({ length: Math.floor(size / 105) }, (_, n) => part(n)).join('');
      const body = Buffer.from(`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`);
      return () => parseCompletion(body);
    },
  ],
  [
    'conditions of a form',
    64 * KB,
    text(
      (policy) => parsePostPolicy(Buffer.from(policy).toString('base64')),
      '["eq","$a","b"],',
      '{"expiration":"2099-01-01T00:00:00Z","conditions":[',
      '["eq","$a","b"]]}',
    ),
  ],
  ['configuration', 256 * KB, text(parseConfig, ' comment=a', 'api requests_max=1')],
  ['configuration of quotes', 256 * KB, text(parseConfig, ' comment="', 'api requests_max=1')],
  ['configuration of other keys', 256 * KB, text(parseConfig, ' other=', 'api comment=')],
  ['configuration of lines', 256 * KB, text(parseConfig, 'api comment=a\n')],
  [
    'the policy of a new key',
    256 * KB,
    (size) => {
      const Action = Array.from({ length: Math.floor(size / 10) }, (_, n) => `s3:*${n}`);
      const fields = { policy: { Version: '2012-10-17', Statement: { Effect: 'Allow', Action } } };
      return () => readNewServiceAccount(fields);
    },
  ],
];

const STREAMS: readonly Budget[] = [
  [
    'small chunks',
    64 * KB,
    (size) => {
      const chunks = Math.floor(size / 6);
      const body = Buffer.from(`${'1\r\na\r\n'.repeat(chunks)}0\r\n\r\n`);
      return () =>
        readAll(
          decodeChunked(inPieces(body), { trailer: false, decodedLength: chunks, maxChunk: KB }),
        );
    },
  ],
  [
    'small pieces of a chunk',
    128 * KB,
    (size) => {
      const body = Buffer.from(`${size.toString(16)}\r\n${'a'.repeat(size)}\r\n0\r\n\r\n`);
      return () =>
        readAll(
          decodeChunked(inPieces(body, 16), {
            trailer: false,
            decodedLength: size,
            maxChunk: size,
          }),
        );
    },
  ],
  [
    'parts of a form that almost end',
    512 * KB,
    (size) => {
      const body = Buffer.from(
        filled(
          size,
          '\r\n--xxBx',
          '--xxBxx\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n',
          '\r\n--xxBxx--\r\n',
        ),
      );
      return async () => {
        const parts = new FormParts(inPieces(body, 512), 'xxBxx');
        await parts.next();
        await readAll(parts.content());
      };
    },
  ],
];

const PART = '--B\r\nContent-Disposition: form-data; name="';

/** A form whose fields are filled with a pattern, read up to its headers. */
const form =
  (pattern: string, start = '', end = ''): Workload =>
  (size) => {
    let n = 0;
    const body = filled(size, pattern, start, end).replaceAll('#', () => String(n++));
    return async () => {
      const { fields } = await readFields(new FormParts(inPieces(Buffer.from(body), 100), 'B'));
      headersOfForm(fields, {});
    };
  };

const FILE = `\r\n${PART}file"; filename="f"\r\n\r\nx\r\n--B--\r\n`;

const FORMS: readonly Budget[] = [
  ['fields', 64 * KB, form(`${PART}x-amz-meta-#"\r\n\r\nx\r\n`, '', FILE.slice(2))],
  ['a long field', 64 * KB, form('\r\n--', `${PART}key"\r\n\r\n`, FILE)],
  [
    'tags',
    64 * KB,
    form('<Tag><Key>#</Key></Tag>', `${PART}tagging"\r\n\r\n<Tagging><TagSet>`, FILE),
  ],
  ['a name of quotes', 64 * KB, form('\\"', PART, `"\r\n\r\n${FILE}`)],
  ['a name that is given many times', 64 * KB, form('; name="', PART, FILE)],
  ['headers of a part', 64 * KB, form('\r\na: b', PART.slice(0, -1), FILE)],
  ['blanks in a header', 64 * KB, form('; ', PART.slice(0, -7), FILE)],
  ['blanks behind a boundary', 64 * KB, form(' ', '--B', FILE)],
  [
    'conditions for many fields',
    64 * KB,
    (size) => {
      const names = Array.from({ length: Math.floor(size / 22) }, (_, n) => `x-ignore-${n}`);
      const conditions = names.map((name) => ['eq', `$${name}`, '']);
      const policy = { expiration: '2100-01-01T00:00:00Z', conditions };
      const encoded = Buffer.from(JSON.stringify(policy)).toString('base64');
      const fields = new Map(names.map((name) => [name, '']));
      return () => checkPostPolicy(parsePostPolicy(encoded), fields, 0);
    },
  ],
];

/** A chunked body with trailers of up to a given size, arriving in small pieces. */
const trailers =
  (pattern: string, names: (size: number) => readonly string[]): Workload =>
  (size) => {
    let n = 0;
    const lines = filled(size - 40, pattern, '').replaceAll('#', () => String(n++));
    const body = Buffer.from(`1\r\na\r\n0\r\n${lines}\r\n`);
    const options = { trailer: true, decodedLength: 1, maxChunk: KB, trailerNames: names(n) };
    return () => readAll(decodeChunked(inPieces(body, 7), options));
  };

const TRAILERS: readonly Budget[] = [
  ['many', HEADERS, trailers('a#:b\r\n', (n) => Array.from({ length: n }, (_, i) => `a${i}`))],
  ['one long', HEADERS, trailers(' a', () => [])],
  ['of blanks', HEADERS, trailers(':\t ', () => [])],
  ['of empty lines', HEADERS, trailers('\r\n', () => [])],
];

describe.each([
  ['headers and addresses', HEADER_TEXTS],
  ['small texts', SMALL_TEXTS],
  ['documents', DOCUMENTS],
  ['streams', STREAMS],
  ['forms', FORMS],
  ['trailers', TRAILERS],
])('the time for %s grows with their size, not faster', (_, budgets) => {
  it.each(budgets)('%s', async (__, largest, workload) => {
    expect(await growth(workload, largest)).toBeLessThan(3);
  });
});
