import type { ChangeCause, StoredBucket, StoredObject } from '../engine/types.ts';

/** The record of an event, with its members in MinIO's order. */
export interface EventRecord {
  readonly eventVersion: string;
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly eventTime: string;
  /** With its 's3:'. */
  readonly eventName: string;
  readonly userIdentity: { readonly principalId: string };
  readonly requestParameters: Readonly<Record<string, string>>;
  readonly responseElements: Readonly<Record<string, string>>;
  readonly s3: {
    readonly s3SchemaVersion: string;
    readonly configurationId: string;
    readonly bucket: {
      readonly name: string;
      readonly ownerIdentity: { readonly principalId: string };
      readonly arn: string;
    };
    readonly object: EventObject;
  };
  readonly source: { readonly host: string; readonly port: string; readonly userAgent: string };
}

interface EventObject {
  /** URL-encoded as in a query for targets; unencoded for listeners. */
  readonly key: string;
  readonly size?: number;
  readonly eTag?: string;
  readonly contentType?: string;
  readonly userMetadata?: Readonly<Record<string, string>>;
  readonly versionId?: string;
  readonly sequencer: string;
}

/** The properties shared by all events of a server. */
export interface EventOrigin {
  readonly region: string;
  readonly hostId: string;
  readonly deploymentId: string;
  /** Address of the server. */
  readonly endpoint: string;
}

/** The subject of an event. */
export interface EventSubject {
  /** Without its 's3:'. */
  readonly event: string;
  readonly bucket: Pick<StoredBucket, 'name' | 'versioning'>;
  /** Undefined for events about the bucket itself. */
  readonly object?: StoredObject | undefined;
  readonly cause: ChangeCause;
}

let lastSequencer = 0n;

/** Returns hexadecimal nanoseconds, strictly increasing. */
function nextSequencer(now: number): string {
  const time = BigInt(now) * 1_000_000n;
  lastSequencer = time > lastSequencer ? time : lastSequencer + 1n;
  return lastSequencer.toString(16).toUpperCase();
}

/** Creates the record of an event that is happening now, with an unencoded key. */
export function makeRecord(subject: EventSubject, origin: EventOrigin): EventRecord {
  const { event, bucket, cause } = subject;
  const now = Date.now();
  const principalId = cause.accessKey;
  return {
    eventVersion: '2.0',
    eventSource: 'minio:s3',
    awsRegion: origin.region,
    eventTime: new Date(now).toISOString(),
    eventName: `s3:${event}`,
    userIdentity: { principalId },
    requestParameters: {
      principalId,
      region: origin.region,
      sourceIPAddress: cause.sourceIp,
    },
    responseElements: {
      'x-amz-id-2': origin.hostId,
      'x-amz-request-id': cause.requestId,
      'x-minio-deployment-id': origin.deploymentId,
      'x-minio-origin-endpoint': origin.endpoint,
    },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: 'Config',
      bucket: {
        name: bucket.name,
        ownerIdentity: { principalId },
        arn: `arn:aws:s3:::${bucket.name}`,
      },
      object: describeObject(subject, nextSequencer(now)),
    },
    source: { host: cause.sourceIp, port: '', userAgent: cause.userAgent },
  };
}

function describeObject({ event, bucket, object }: EventSubject, sequencer: string): EventObject {
  if (object === undefined) {
    return { key: '', sequencer };
  }
  const { key, versionId, size, etag: eTag, contentType } = object;
  const version = bucket.versioning === 'off' ? {} : { versionId };
  const gone =
    event.startsWith('ObjectRemoved:') || event.startsWith('LifecycleDelMarkerExpiration:');
  return gone
    ? { key, ...version, sequencer }
    : {
        key,
        ...(size === 0 ? {} : { size }),
        eTag,
        contentType,
        userMetadata: userMetadata(object),
        ...version,
        sequencer,
      };
}

function userMetadata({ metadata, headers, contentType }: StoredObject): Record<string, string> {
  const own = Object.entries(metadata).map(([name, value]) => [
    `X-Amz-Meta-${canonical(name)}`,
    value,
  ]);
  return Object.fromEntries([
    ...own,
    ...Object.entries(headers),
    ...(contentType === '' ? [] : [['content-type', contentType]]),
  ]);
}

/** Converts `some-name` to `Some-Name`. */
function canonical(name: string): string {
  return name.replace(
    /(^|-)([a-z])/g,
    (_, dash: string, letter: string) => dash + letter.toUpperCase(),
  );
}

/** Returns the record in its form for targets. */
export function forTargets(record: EventRecord): EventRecord {
  const { s3 } = record;
  return { ...record, s3: { ...s3, object: { ...s3.object, key: encodeKey(s3.object.key) } } };
}

function encodeKey(key: string): string {
  return encodeURIComponent(key.toWellFormed())
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

/** Returns `bucket/key` of a record for targets, which identifies the object in their tables. */
export function objectOf({ s3 }: EventRecord): string {
  return `${s3.bucket.name}/${decodeURIComponent(s3.object.key.replaceAll('+', ' '))}`;
}
