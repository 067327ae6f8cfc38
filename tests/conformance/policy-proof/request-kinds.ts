import type { ConditionContext } from '@stowage/domain/policy';
import type { Random } from '@stowage/storage-wire/testing/random';
import { ofTarget } from '../support/differences.ts';
import { md5Base64 } from '../support/raw-request.ts';

/** A permission that a request requires, where it differs from the request itself. */
export interface Need {
  readonly action: string;
  readonly bucket?: string;
  readonly key?: string;
  readonly facts?: ConditionContext;
  /** Allowed unless the user's own policies deny it. */
  readonly unlessDenied?: boolean;
  /** An alternative action whose allow suffices. */
  readonly instead?: string;
}

/** The test buckets; `locked` has object locking. */
export const BUCKETS = { plain: 'policy-plain', locked: 'policy-locked', other: 'policy-other' };

/** The initial objects of each bucket, with their tags. */
export const OBJECTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  a: { project: 'x', team: 'red' },
  'dir/a': { project: 'y' },
  'dir/sub/b c': {},
  'ada/home': { project: 'x' },
  'conformance/home': {},
};

/** A request before its bucket and client are chosen. */
export interface Draft {
  readonly name: string;
  readonly action: string;
  readonly method?: string;
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The bucket of the request; random if absent. */
  readonly bucket?: string;
  /** Request context that the server derives from other sources than headers. */
  readonly facts?: ConditionContext;
  readonly more?: readonly Need[];
  readonly instead?: string;
}

function tagsOf(key: string, name: string): ConditionContext {
  const tags = Object.entries(OBJECTS[key] ?? {});
  return Object.fromEntries(tags.map(([tag, value]) => [`${name}/${tag}`, [value]]));
}

/** Returns the tag context when an object's content or tags are read. */
function existingTags(key: string): ConditionContext {
  const known = tagsOf(key, 'ExistingObjectTag');
  const tags = Object.keys(OBJECTS[key] ?? {});
  if (ofTarget('keepsStoredTagsApart') || tags.length === 0) return known;
  return { ...known, ...tagsOf(key, 'RequestObjectTag'), RequestObjectTagKeys: tags };
}

const someObject = (random: Random) => random.pick(Object.keys(OBJECTS));
const newKey = (random: Random) => random.pick(['new/a', 'new/b', 'ada/new', 'dir/new']);

function read(random: Random): Draft {
  const key = someObject(random);
  const method = random.pick(['GET', 'HEAD']);
  return {
    name: `${method} object`,
    action: 's3:GetObject',
    method,
    key,
    facts: existingTags(key),
  };
}

function readVersion(random: Random): Draft {
  const key = someObject(random);
  return {
    name: 'read version',
    action: ofTarget('versionsNeedRightsOfTheirOwn') ? 's3:GetObjectVersion' : 's3:GetObject',
    bucket: random.pick([BUCKETS.plain, BUCKETS.other]),
    key,
    query: { versionId: 'null' },
    facts: existingTags(key),
  };
}

function removeVersion(random: Random): Draft {
  const own = ofTarget('versionsNeedRightsOfTheirOwn');
  const more = own ? [] : [{ action: 's3:DeleteObjectVersion', unlessDenied: true }];
  return {
    name: 'delete version',
    action: own ? 's3:DeleteObjectVersion' : 's3:DeleteObject',
    more,
    method: 'DELETE',
    bucket: random.pick([BUCKETS.plain, BUCKETS.other]),
    key: newKey(random),
    query: { versionId: 'null' },
  };
}

function readTags(random: Random): Draft {
  const key = someObject(random);
  const facts = existingTags(key);
  return { name: 'read tags', action: 's3:GetObjectTagging', key, query: { tagging: '' }, facts };
}

function write(random: Random): Draft {
  const tagging = random.pick(['', '', 'a=1', 'a=2&b=x', 'c=3']);
  const storageClass = random.pick(['', '', 'STANDARD', 'REDUCED_REDUNDANCY']);
  const headers = {
    ...(tagging === '' ? {} : { 'x-amz-tagging': tagging }),
    ...(storageClass === '' ? {} : { 'x-amz-storage-class': storageClass }),
  };
  const needsTagging = tagging !== '' && ofTarget('tagsNeedARightOfTheirOwn');
  const more = needsTagging ? [{ action: 's3:PutObjectTagging' }] : [];
  const draft = { name: 'write', action: 's3:PutObject', method: 'PUT', key: newKey(random) };
  return { ...draft, headers, body: 'content', more };
}

function writeLocked(random: Random): Draft {
  const date = new Date(Date.UTC(2099, 0, 1 + random.below(3))).toISOString();
  const body = `locked ${random.below(1e9)}`;
  const hold = random.pick([true, false]);
  const headers = {
    'content-md5': md5Base64(body),
    ...(hold
      ? { 'x-amz-object-lock-legal-hold': random.pick(['ON', 'OFF']) }
      : {
          'x-amz-object-lock-mode': 'GOVERNANCE',
          'x-amz-object-lock-retain-until-date': date,
        }),
  };
  return {
    name: hold ? 'write held' : 'write retained',
    action: 's3:PutObject',
    method: 'PUT',
    bucket: BUCKETS.locked,
    key: newKey(random),
    headers,
    body,
    more: [{ action: hold ? 's3:PutObjectLegalHold' : 's3:PutObjectRetention' }],
  };
}

function copy(random: Random): Draft {
  const source = someObject(random);
  const bucket = random.pick(Object.values(BUCKETS));
  const directive = random.pick(['', 'COPY', 'REPLACE']);
  return {
    name: 'copy',
    action: 's3:PutObject',
    method: 'PUT',
    key: newKey(random),
    headers: {
      'x-amz-copy-source': `${bucket}/${encodeURIComponent(source)}`,
      ...(directive === '' ? {} : { 'x-amz-metadata-directive': directive }),
    },
    more: [
      { action: 's3:GetObject', bucket, key: source, facts: existingTags(source) },
      ...copiedTags(source),
    ],
  };
}

/** Returns the permissions for writing the tags that a copy carries over. */
function copiedTags(source: string): readonly Need[] {
  const tags = Object.keys(OBJECTS[source] ?? {});
  if (tags.length === 0 || !ofTarget('tagsNeedARightOfTheirOwn')) return [];
  const facts = { ...tagsOf(source, 'RequestObjectTag'), RequestObjectTagKeys: tags };
  return [
    { action: 's3:PutObject', facts },
    { action: 's3:PutObjectTagging', facts },
  ];
}

function list(random: Random): Draft {
  const old = random.below(4) === 0;
  const query = {
    ...(old ? {} : { 'list-type': '2' }),
    ...random.pick([{}, { prefix: '' }, { prefix: 'dir/' }, { prefix: 'ada/' }, { prefix: 'x' }]),
    ...random.pick([{}, { delimiter: '/' }]),
    ...random.pick([{}, { 'max-keys': '5' }, { 'max-keys': '1000' }]),
  };
  return { name: 'list', action: 's3:ListBucket', query };
}

function listVersions(random: Random): Draft {
  const query = {
    versions: '',
    ...random.pick([{}, { prefix: 'dir/' }]),
    ...random.pick([{}, { 'max-keys': '5' }]),
  };
  const name = 'list versions';
  const action = 's3:ListBucketVersions';
  if (ofTarget('denyOfVersionListingHolds')) return { name, action, query };
  return { name, action, query, instead: 's3:ListBucket' };
}

function remove(random: Random): Draft {
  return { name: 'delete', action: 's3:DeleteObject', method: 'DELETE', key: newKey(random) };
}

function tag(random: Random): Draft {
  const key = 'new/tagged';
  const value = random.pick(['1', '2']);
  const set = `<TagSet><Tag><Key>a</Key><Value>${value}</Value></Tag></TagSet>`;
  const body = `<Tagging>${set}</Tagging>`;
  const headers = { 'content-md5': md5Base64(body) };
  const query = { tagging: '' };
  const facts = { RequestObjectTagKeys: ['a'], 'RequestObjectTag/a': [value] };
  const action = 's3:PutObjectTagging';
  return { name: 'tag', action, method: 'PUT', key, query, body, headers, facts };
}

function readLock(random: Random): Draft {
  const [name, action] = random.pick([
    ['retention', 's3:GetObjectRetention'],
    ['legal-hold', 's3:GetObjectLegalHold'],
  ] as const);
  const key = someObject(random);
  const facts = ofTarget('knowsTagsWithEveryAction') ? existingTags(key) : {};
  return {
    name: `read ${name}`,
    action,
    bucket: BUCKETS.locked,
    key,
    query: { [name]: '' },
    facts,
  };
}

function readBucket(random: Random): Draft {
  const [name, action] = random.pick([
    ['versioning', 's3:GetBucketVersioning'],
    ['tagging', 's3:GetBucketTagging'],
    ['policy', 's3:GetBucketPolicy'],
    ['uploads', 's3:ListBucketMultipartUploads'],
    ['location', 's3:GetBucketLocation'],
    ['lifecycle', 's3:GetLifecycleConfiguration'],
    ['notification', 's3:GetBucketNotification'],
    ['encryption', 's3:GetEncryptionConfiguration'],
  ] as const);
  return { name: `read ${name}`, action, query: { [name]: '' } };
}

function beginUpload(random: Random): Draft {
  return {
    name: 'begin an upload',
    action: 's3:PutObject',
    method: 'POST',
    key: newKey(random),
    query: { uploads: '' },
  };
}

/** Requests that any authenticated user can try. */
export const KINDS: readonly ((random: Random) => Draft)[] = [
  read,
  read,
  readVersion,
  readTags,
  write,
  write,
  writeLocked,
  copy,
  list,
  list,
  listVersions,
  remove,
  removeVersion,
  tag,
  readLock,
  readBucket,
  readBucket,
  beginUpload,
];

/** Requests that make sense without a signature. */
export const OPEN_KINDS: readonly ((random: Random) => Draft)[] = [
  read,
  read,
  readTags,
  write,
  list,
  list,
  listVersions,
  remove,
  readBucket,
];
