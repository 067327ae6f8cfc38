import { encryptAdminPayload } from '@stowage/storage-wire/admin-cipher';
import { eventually } from './eventually.ts';
import { type Answer, ROOT, type TestStorage } from './test-storage.ts';

export async function makeVersioned(storage: TestStorage, bucket: string): Promise<void> {
  await storage.call({ method: 'PUT', path: `/${bucket}` });
  await setVersioning(storage, bucket, 'Enabled');
}

export function setVersioning(
  storage: TestStorage,
  bucket: string,
  status: string,
): Promise<Answer> {
  return storage.call({
    method: 'PUT',
    path: `/${bucket}?versioning`,
    body: `<VersioningConfiguration><Status>${status}</Status></VersioningConfiguration>`,
  });
}

/** MinIO's BucketTarget. */
export const targetOf = (url: string, change: object = {}): object => ({
  sourcebucket: '',
  endpoint: new URL(url).host,
  credentials: { accessKey: ROOT.accessKey, secretKey: ROOT.secretKey },
  targetbucket: 'replicas',
  secure: false,
  path: 'auto',
  api: 's3v4',
  type: 'replication',
  replicationSync: false,
  disableProxy: false,
  ...change,
});

export async function setTarget(
  storage: TestStorage,
  target: object,
  query = 'bucket=source',
): Promise<Answer> {
  return storage.call({
    method: 'PUT',
    path: `/minio/admin/v3/set-remote-target?${query}`,
    body: await encryptAdminPayload(ROOT.secretKey, Buffer.from(JSON.stringify(target))),
  });
}

export interface RuleText {
  readonly arn: string;
  readonly id?: string;
  readonly status?: string;
  readonly priority?: number;
  readonly filter?: string;
  readonly deleteMarkers?: boolean;
  readonly deletes?: boolean;
  readonly existing?: boolean;
  readonly modifications?: boolean;
}

const on = (flag: boolean | undefined): string =>
  `<Status>${flag ? 'Enabled' : 'Disabled'}</Status>`;

export const rulesXml = (...rules: readonly RuleText[]): string =>
  `<ReplicationConfiguration><Role></Role>${rules
    .map(
      (rule, index) =>
        `<Rule><ID>${rule.id ?? `rule-${index}`}</ID><Status>${rule.status ?? 'Enabled'}</Status>` +
        `<Priority>${rule.priority ?? index + 1}</Priority>` +
        `<DeleteMarkerReplication>${on(rule.deleteMarkers)}</DeleteMarkerReplication>` +
        `<DeleteReplication>${on(rule.deletes)}</DeleteReplication>` +
        `<Destination><Bucket>${rule.arn}</Bucket></Destination>` +
        `<Filter>${rule.filter ?? '<Prefix></Prefix>'}</Filter>` +
        `<ExistingObjectReplication>${on(rule.existing)}</ExistingObjectReplication>` +
        `<SourceSelectionCriteria><ReplicaModifications>${on(rule.modifications ?? true)}` +
        '</ReplicaModifications></SourceSelectionCriteria></Rule>',
    )
    .join('')}</ReplicationConfiguration>`;

export const setRules = (storage: TestStorage, body: string, bucket = 'source'): Promise<Answer> =>
  storage.call({ method: 'PUT', path: `/${bucket}?replication`, body });

/**
 * Adds a target for 'source' at 'replicas' of the other store, and a rule that replicates
 * everything.
 */
export async function pair(
  source: TestStorage,
  target: TestStorage,
  rule: Partial<RuleText> = {},
  change: object = {},
): Promise<string> {
  await makeVersioned(source, 'source');
  await makeVersioned(target, 'replicas');
  const answer = await setTarget(source, targetOf(target.url, change));
  const arn: string = JSON.parse(answer.text);
  const set = await setRules(source, rulesXml({ arn, ...rule }));
  if (answer.status !== 200 || set.status !== 200) {
    throw new Error(`${answer.text} ${set.text}`);
  }
  return arn;
}

/** Returns the replication status of an object, or the status of the response. */
export async function statusOf(storage: TestStorage, path: string): Promise<string> {
  const { status, headers } = await storage.call({ method: 'HEAD', path });
  return String(headers['x-amz-replication-status'] ?? status);
}

/** Waits until an object was replicated; returns the last status. */
export const replicated = (storage: TestStorage, path: string): Promise<string> =>
  eventually(
    () => statusOf(storage, path),
    (status) => status === 'COMPLETED',
  );

/** Returns the versions of a bucket, newest first: id, key and kind. */
export async function versionsOf(storage: TestStorage, bucket: string): Promise<string[]> {
  const { text } = await storage.call({ path: `/${bucket}?versions` });
  return [...text.matchAll(/<(Version|DeleteMarker)>.*?<\/\1>/gs)].map(([element]) => {
    const field = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(element)?.[1];
    return `${element.startsWith('<Del') ? '-' : ''}${field('Key')} ${field('VersionId')} ${field('IsLatest')}`;
  });
}

/** Waits until both buckets have the same versions; returns those of source and target. */
export const sameVersions = (
  source: TestStorage,
  target: TestStorage,
): Promise<readonly [string[], string[]]> =>
  eventually(
    async () => [await versionsOf(source, 'source'), await versionsOf(target, 'replicas')] as const,
    ([here, there]) => here.join() === there.join(),
  );
