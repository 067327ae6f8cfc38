import { z } from 'zod';

/** One call to the storage server, as stored. */
export interface AuditRecord {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly api: string;
  readonly bucket: string;
  readonly object: string;
  /** The object names of a call that concerns many objects, as JSON; '' for any other call. */
  readonly objects: string;
  readonly status: string;
  readonly statusCode: number;
  /** Sizes of the bodies in bytes. */
  readonly received: number;
  readonly sent: number;
  readonly nanoseconds: number;
  readonly remoteHost: string;
  readonly requestId: string;
  readonly userAgent: string;
  /** The access key that signed the call; '' for an anonymous user. */
  readonly accessKey: string;
  /**
   * The user whose permissions a service account or temporary key has; '' if the key is a user's
   * own.
   */
  readonly parentUser: string;
  readonly error: string;
}

/** Clients choose their user agents and object names: records stay small whatever they send. */
const MAX_TEXT = 1024;
const MAX_OBJECTS_TEXT = 64 * 1024;

// Missing fields have defaults, since a caught failure costs many times as much.
const text = (max = MAX_TEXT) =>
  z
    .string()
    .default('')
    .catch('')
    .transform((value) => keepable(value.slice(0, max)));
const amount = z
  .number()
  .default(0)
  .catch(0)
  .transform((value) => Math.min(Math.max(0, Math.trunc(value)), Number.MAX_SAFE_INTEGER));

/** Databases accept any text except NUL and lone surrogates. */
export function keepable(value: string): string {
  return value.toWellFormed().replaceAll('\0', '\ufffd');
}

/**
 * The fields that are kept of an entry sent by MinIO's audit webhook (madmin-go,
 * logger/audit.Entry).
 */
const Entry = z.object({
  time: z.iso.datetime({ offset: true }).transform((value) => Date.parse(value)),
  api: z
    .object({
      name: text(),
      bucket: text(),
      object: text(2048),
      objects: z.array(z.unknown()).default([]).catch([]),
      status: text(),
      statusCode: amount,
      rx: amount,
      tx: amount,
      timeToResponseInNS: z
        .string()
        .regex(/^\d{1,15}$/)
        .default('0')
        .catch('0')
        .transform(Number),
    })
    .partial()
    .catch({}),
  remotehost: text(),
  requestID: text(256),
  userAgent: text(),
  accessKey: text(256),
  parentUser: text(256),
  error: text(),
});

/**
 * The contents of a delivery: one entry per line. `refused` counts the lines that are not entries.
 */
export function readDelivery(body: string): { records: AuditRecord[]; refused: number } {
  const records: AuditRecord[] = [];
  let refused = 0;
  for (const line of body.split('\n')) {
    if (line.trim() === '') continue;
    const record = readEntry(line);
    if (record === undefined) refused += 1;
    else records.push(record);
  }
  return { records, refused };
}

const DAY = 86_400_000;

/** Whether a record is neither older than this many days nor too far in the future. */
export function isKept({ time }: AuditRecord, days: number, now = Date.now()): boolean {
  return time >= now - days * DAY && time < now + DAY;
}

function readEntry(line: string): AuditRecord | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { success, data } = Entry.safeParse(parsed);
  if (!success) return undefined;
  const { api } = data;
  return {
    time: data.time,
    api: api.name ?? '',
    bucket: api.bucket ?? '',
    object: api.object ?? '',
    objects: namesText(api.objects ?? []),
    status: api.status ?? '',
    statusCode: api.statusCode ?? 0,
    received: api.rx ?? 0,
    sent: api.tx ?? 0,
    nanoseconds: api.timeToResponseInNS ?? 0,
    remoteHost: data.remotehost,
    requestId: data.requestID,
    userAgent: data.userAgent,
    accessKey: data.accessKey,
    parentUser: data.parentUser,
    error: data.error,
  };
}

/** As many names as fit; added one at a time, since there may be millions. */
function namesText(objects: readonly unknown[]): string {
  const names: string[] = [];
  let length = 2;
  for (const object of objects) {
    const name = nameOf(object);
    if (name === undefined) continue;
    length += name.length + 3;
    if (length > MAX_OBJECTS_TEXT) break;
    names.push(keepable(name));
  }
  return names.length === 0 ? '' : JSON.stringify(names);
}

function nameOf(object: unknown): string | undefined {
  if (typeof object !== 'object' || object === null || !('objectName' in object)) return undefined;
  return typeof object.objectName === 'string' ? object.objectName : undefined;
}
