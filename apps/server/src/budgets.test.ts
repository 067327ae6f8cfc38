import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import * as documents from '@stowage/contract/bucket-admin/document';
import * as events from '@stowage/contract/bucket-admin/events';
import * as lifecycle from '@stowage/contract/bucket-admin/lifecycle';
import * as replication from '@stowage/contract/bucket-admin/replication';
import * as settings from '@stowage/contract/bucket-admin/settings';
import * as buckets from '@stowage/contract/buckets';
import * as objects from '@stowage/contract/objects';
import { tokenOfProtocols } from '@stowage/contract/stream';
import { type Budget, filled, growth, text, type Workload } from '@stowage/domain/testing/growth';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { revisionOf } from './changes/revision.ts';
import { readCursor as readEmptyCursor } from './modules/bucket-admin/document/empty-cursor.ts';
import { eventsSection } from './modules/bucket-admin/document/events-section.ts';
import { lifecycleSection } from './modules/bucket-admin/document/lifecycle-section.ts';
import { policySection } from './modules/bucket-admin/document/policy-section.ts';
import type { Target } from './modules/bucket-admin/document/section-rules.ts';
import { toMidnight } from './modules/bucket-admin/lifecycle/end-of-day.ts';
import { changeRule, emptyRule } from './modules/bucket-admin/lifecycle/rule.ts';
import { readRemoteUrl } from './modules/bucket-admin/replication/remote-url.ts';
import { readTagPairs } from './modules/bucket-admin/tag-pairs.ts';
import { answerPermissions } from './modules/buckets/service.ts';
import { contentDisposition } from './modules/objects/content-disposition.ts';
import { readCursor, readMarkers } from './modules/objects/cursor.ts';
import { parseRange } from './modules/objects/range.ts';
import { zipName } from './modules/objects/zip/zip-name.ts';
import { isOwnHost } from './plugins/host-check.ts';
import { isOwnOrigin } from './plugins/origin-check.ts';
import { readEffectivePolicy } from './upstream/effective-policy.ts';
import { fromWireText } from './wire-text.ts';

const KB = 1024;
/** The size of all headers of a request together that Node accepts, including the address. */
const HEADERS = 16 * KB;
/** The body of an ordinary call. */
const BODY = 64 * KB;
/** Part of the largest file: it shows how the time grows, and is quick to read. */
const DOCUMENT = documents.MAX_DOCUMENT_BYTES / 8;
const FORM = 64 * KB;
const POLICY = settings.MAX_POLICY_BYTES;

const rules = { listening: 'console.example', allowed: ['other.example'] };
const cursorOf = (json: string) => Buffer.from(json).toString('base64url');

/** The third-party parsers, called the way the console calls them. */
const app = fastify();
app.register(cookie);
app.register(multipart, { limits: { headerPairs: 20, parts: 10_100 }, preservePath: true });
app.post('/', async (request) => {
  for await (const part of request.parts()) if (part.type === 'file') await part.toBuffer();
});
beforeAll(async () => {
  await app.ready();
});
afterAll(() => app.close());

const parseCookies = (header: string) => app.parseCookie(header);

const HEADER_TEXTS: readonly Budget[] = [
  ['cookies', HEADERS, text(parseCookies, 'a=b; ')],
  ['cookies of one name', HEADERS, text(parseCookies, 'stowage-a=%61;')],
  ['a cookie of escapes', HEADERS, text(parseCookies, '%', 'a=')],
  ['a cookie of quotes', HEADERS, text(parseCookies, '"', 'a=')],
  ['subprotocols', HEADERS, text(tokenOfProtocols, ' ,token')],
  ['a host', HEADERS, text((host) => isOwnHost(host, rules), 'a.', '', ':x')],
  ['a host of digits', HEADERS, text((host) => isOwnHost(host, rules), '1', '127.', '.x')],
  ['a host of ports', HEADERS, text((host) => isOwnHost(host, rules), ':1', '', 'x')],
  ['an origin', HEADERS, text((origin) => isOwnOrigin({ origin }, 'a'), '/.', 'http://a')],
  ['a range', HEADERS, text(parseRange, '1', 'bytes=', '-')],
];

const ADDRESSES: readonly Budget[] = [
  ['a cursor of lists', 8 * KB, text((json) => readCursor(cursorOf(json)), '[')],
  [
    'a cursor of a long name',
    8 * KB,
    text((json) => readCursor(cursorOf(json)), '\\u0061', '{"after":"', '"}'),
  ],
  ['a cursor of versions', 8 * KB, text(readMarkers, '"a",', '[', '"a"]')],
  [
    'a cursor of emptying',
    8 * KB,
    text((json) => readEmptyCursor(cursorOf(json)), '\\"', '{"phase":"versions","key":"', '"}'),
  ],
  ['base64', HEADERS, text(fromWireText, 'YWJj')],
  ['what is almost base64', HEADERS, text(fromWireText, ' ', 'YWJj', '==a')],
  [
    'names of buckets',
    HEADERS,
    text((names) => buckets.listBucketAccess.query.safeParse({ names }), 'a,'),
  ],
  ['a search', HEADERS, text((search) => objects.listObjects.query.safeParse({ search }), 'a')],
  ['a name in a zip', KB, text(zipName, '. ', '', 'x')],
  ['a name of slashes in a zip', KB, text(zipName, '/.')],
  ['a name of a download', HEADERS, text((name) => contentDisposition('attachment', name), '"\\ä')],
];

/**
 * Repeats an entry up to a size, each with its number in place of '#', and inserts them into a
 * text.
 */
const entries =
  (entry: string, read: (list: string) => unknown, separator = ','): Workload =>
  (size) => {
    const count = Math.max(1, Math.floor((size - KB) / (entry.length + 4)));
    const list = Array.from({ length: count }, (_, n) => entry.replaceAll('#', String(n)));
    const joined = list.join(separator);
    return () => read(joined);
  };

const body = (schema: z.ZodType, make: (list: string) => string) => (list: string) =>
  schema.safeParse(JSON.parse(make(list)));

const reader = { policy: readEffectivePolicy(undefined), context: {} };
const account = {
  ...reader,
  policy: readEffectivePolicy({
    Statement: [{ Effect: 'Allow', Action: 's3:Get*', Resource: 'arn:aws:s3:::b/*' }],
  }),
};

function askPermissions(json: string) {
  const { data } = buckets.hasPermission.body.safeParse(JSON.parse(json));
  return data && answerPermissions(account, data.actions);
}

const BODIES: readonly Budget[] = [
  ['tags of a rule', BODY, text(readTagPairs, 'a=%61&', '', 'b')],
  ['keys of tags of a rule', BODY, entries('#=', readTagPairs, '&')],
  [
    'tags of a lifecycle rule',
    BODY,
    entries('#=', (tags) => changeRule(emptyRule('a'), { tags }), '&'),
  ],
  ['a date', BODY, text((date) => toMidnight(date, 'a'), '0', '2026-01-01T00:00:00.', 'Z')],
  ['a prefix', BODY, text((prefix) => lifecycle.LifecycleInput.safeParse({ prefix }), 'ä')],
  [
    'a filter of dots',
    BODY,
    text(
      (prefix) =>
        events.subscribeToEvent.body.safeParse({
          configuration: { arn: 'a', events: ['put'], prefix },
        }),
      '../',
    ),
  ],
  [
    'events',
    BODY,
    entries(
      '"put"',
      body(
        events.subscribeToEvent.body,
        (list) => `{"configuration":{"arn":"a","events":[${list}]}}`,
      ),
    ),
  ],
  [
    'buckets of replication',
    BODY,
    entries(
      '{"originBucket":"a#","destinationBucket":"b#"}',
      body(replication.ReplicationRequest, (list) => `{"bucketsRelation":[${list}]}`),
    ),
  ],
  [
    'keys of a remote server',
    BODY,
    text((accessKey) => replication.ReplicationRequest.safeParse({ accessKey }), 'a', '', 'ä'),
  ],
  ['the address of a remote server', BODY, text(readRemoteUrl, '/..', 'http://a', '@')],
  ['the scheme of a remote server', BODY, text(readRemoteUrl, 'a.')],
  [
    'objects to delete',
    BODY * 2,
    entries(
      '{"path":"a#"}',
      body(objects.deleteObjects.body, (list) => `[${list}]`),
    ),
  ],
  [
    'tags of a bucket',
    BODY,
    entries(
      '"k#":"v"',
      body(settings.setTags.body, (list) => `{"tags":{${list}}}`),
    ),
  ],
  [
    'questions for permissions',
    BODY,
    entries('{"id":"#","action":"s3:*#"}', (list) => askPermissions(`{"actions":[${list}]}`)),
  ],
  [
    'a permission of stars',
    BODY,
    text((action) => askPermissions(JSON.stringify({ actions: [{ id: '', action }] })), '*a'),
  ],
  [
    'a permission of questions',
    BODY,
    text((action) => askPermissions(JSON.stringify({ actions: [{ id: '', action }] })), '?*'),
  ],
];

/** An empty bucket that receives no requests. */
const target = { bucket: 'b' } as unknown as Target;

const asDocument = (section: string) =>
  documents.BucketDocument.safeParse(
    JSON.parse(
      `{"kind":"stowage/bucket-settings","version":1,"bucket":"a","exportedAt":"","settings":{${section}}}`,
    ),
  ).data?.settings;

function lifecycleOf(wanted: string) {
  lifecycleSection.settle?.({ wanted, current: null, from: 'a', target });
  return lifecycleSection.refusal?.(wanted, target);
}

function policyOf(json: string) {
  const wanted = asDocument(`"policy":${json}`)?.policy ?? null;
  const settled = policySection.settle?.({ wanted, current: null, from: 'a', target });
  if (settled === undefined) return undefined;
  revisionOf(policySection.identity?.(settled));
  return policySection.refusal?.(settled, target);
}

/** Replaces the subscriptions of a bucket that has just as many, all different ones. */
function replaceEvents(json: string) {
  const wanted = asDocument(`"events":[${json}]`)?.events ?? null;
  revisionOf(eventsSection.identity?.(wanted));
  const s3 = {
    getBucketNotification: async () =>
      Array.from({ length: wanted?.length ?? 0 }, (_, n) => ({
        id: `${n}`,
        arn: 'arn:minio:sqs::a:webhook',
        events: ['s3:ObjectCreated:*'],
        prefix: 'x',
        suffix: `${n}`,
        stored: '',
      })),
    putBucketNotification: async () => undefined,
  };
  return eventsSection.write(wanted, { ...target, s3 } as unknown as Target);
}

const SUBSCRIPTION =
  '{"arn":"arn:minio:sqs::a:webhook","events":["put"],"other_events":[],"prefix":"x","suffix":"a#"}';

const DOCUMENTS: readonly Budget[] = [
  ['tags', DOCUMENT, entries('"k#":"v"', (list) => asDocument(`"tags":{${list}}`))],
  ['a policy of objects', DOCUMENT, text(policyOf, '{"a":', '', `1${'}'.repeat(9)}`)],
  [
    'a policy of lists',
    DOCUMENT,
    entries('{"Resource":["arn:aws:s3:::a/#"]}', (list) => policyOf(`{"Statement":[${list}]}`)),
  ],
  ['a policy of fields', DOCUMENT, entries('"f#":[[1]]', (list) => policyOf(`{${list}}`))],
  ['subscriptions', DOCUMENT, entries(SUBSCRIPTION, replaceEvents)],
  [
    'events of a subscription',
    DOCUMENT,
    entries('"e#"', (list) =>
      replaceEvents(SUBSCRIPTION.replace('"other_events":[', `"other_events":[${list}`)),
    ),
  ],
  [
    'a lifecycle',
    DOCUMENT,
    entries(
      '<Rule><ID>#</ID></Rule>',
      (list) => lifecycleOf(`<LifecycleConfiguration>${list}</LifecycleConfiguration>`),
      '',
    ),
  ],
  [
    'a lifecycle that never ends',
    DOCUMENT,
    text(lifecycleOf, '<a b="', '<LifecycleConfiguration>'),
  ],
];

/** As written by a server with actions and conditions unknown to the engine. */
const effective = (fields: string) => (list: string) =>
  readEffectivePolicy({
    Statement: [JSON.parse(`{"Effect":"Allow",${fields.replace('#', () => list)}}`)],
  });

const POLICIES: readonly Budget[] = [
  ['actions', POLICY, entries('"s3:*#"', effective('"Action":[#],"Resource":"*"'))],
  ['unknown actions', POLICY, entries('"new:A#"', effective('"Action":[#],"Resource":"*"'))],
  [
    'actions under an unknown condition',
    POLICY,
    entries(
      '"s3:*#*"',
      effective('"Action":[#],"Resource":"*","Condition":{"New":{"aws:New":"a"}}'),
    ),
  ],
];

const form =
  (pattern: string, start = '', end = ''): Workload =>
  (size) => {
    const payload = filled(size, pattern, start, end);
    const headers = { 'content-type': 'multipart/form-data; boundary=B' };
    return () => app.inject({ method: 'POST', url: '/', headers, payload });
  };
const PART = '--B\r\nContent-Disposition: form-data; name="1"; filename="';
const END = '"\r\n\r\nx\r\n--B--\r\n';

const FORMS: readonly Budget[] = [
  ['the name of a file', FORM, form('a/', PART, END)],
  ['quotes in the name of a file', FORM, form('\\"', PART, END)],
  [
    'escapes in the name of a file',
    FORM,
    form("%41''", PART.replace('filename="', "filename*=UTF-8''"), END),
  ],
  ['parameters of a part', FORM, form('; a="', PART, END)],
  ['headers of a part', FORM, form('\r\na: b', PART, END)],
  ['parts', FORM, form(`${PART}a"\r\n\r\nx\r\n`, '', '--B--\r\n')],
  ['content that almost ends', FORM, form('\r\n--', `${PART}a"\r\n\r\n`, END)],
];

describe.each([
  ['headers', HEADER_TEXTS],
  ['addresses', ADDRESSES],
  ['bodies', BODIES],
  ['settings files', DOCUMENTS],
  ['policies of other servers', POLICIES],
  ['forms', FORMS],
])('the time for %s grows with their size, not faster', (_, budgets) => {
  it.each(budgets)('%s', async (__, largest, workload) => {
    expect(await growth(workload, largest)).toBeLessThan(3);
  });
});
