import type { Store } from '../../packages/storage-embedded/src/engine/store.ts';
import type { ObjectAttributes } from '../../packages/storage-embedded/src/engine/types.ts';
import { contentOf } from './content.ts';
import type { Step } from './ledger.ts';
import { expectContent } from './read-store.ts';

const KEYS = 6;
const SIZES = [0, 10, 700, 3000, 8000, 40_000, 300_000];

/** Returns numbers in [0, 1). */
export type Random = () => number;

export function pick<T>(random: Random, from: readonly T[]): T | undefined {
  return from[Math.floor(random() * from.length)];
}

function attributes(number: number): ObjectAttributes {
  return {
    contentType: 'application/octet-stream',
    headers: {},
    metadata: { number: String(number) },
    tags: {},
    storageClass: 'STANDARD',
  };
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 16_384) {
    yield bytes.subarray(at, at + 16_384);
  }
}

async function put(store: Store, step: Step): Promise<string> {
  const { bucket, key, number, size } = step;
  const body = { source: inPieces(contentOf(number, size)), size };
  const object = await store.putObject({ bucket, key, attributes: attributes(number), body });
  return object.versionId;
}

async function multipart(store: Store, step: Step): Promise<string> {
  const { bucket, key, number, size } = step;
  const id = await store.createUpload({ bucket, key, attributes: attributes(number) });
  const upload = store.getUpload(bucket, key, id);
  if (!upload) {
    throw new Error('an upload that was acknowledged is not there');
  }
  const bytes = contentOf(number, size);
  const middle = Math.floor(size / 2);
  const first = await store.putPart(upload, 1, { source: inPieces(bytes.subarray(0, middle)) });
  const second = await store.putPart(upload, 2, { source: inPieces(bytes.subarray(middle)) });
  const object = await store.completeUpload(upload, [first, second], { etag: `${number}-2` });
  return object.versionId;
}

/** Performs a step; returns the version that it created, if any. */
async function perform(store: Store, step: Step): Promise<string | undefined> {
  const { bucket, key, versionId } = step;
  const target = { bucket, key, ...(versionId === undefined ? undefined : { versionId }) };
  if (step.kind === 'put') {
    return put(store, step);
  }
  if (step.kind === 'multipart') {
    return multipart(store, step);
  }
  if (step.kind === 'tag') {
    await store.updateObject(target, () => ({ tags: { tag: String(step.number) } }));
    return versionId;
  }
  if (step.kind === 'document') {
    await store.putDocument('crash', key, valueFor(step));
    return undefined;
  }
  if (step.kind === 'setting') {
    await store.updateBucket(bucket, { settings: { [key]: valueFor(step) } });
    return undefined;
  }
  const deleted = await store.deleteObject(target);
  return deleted.versionId;
}

function valueFor({ number }: Step): string | null {
  return number === 0 ? null : String(number);
}

/** Starts an upload with one part and leaves it open. */
async function beginUpload(store: Store, step: Step): Promise<string> {
  const { bucket, key, number, size } = step;
  const id = await store.createUpload({ bucket, key, attributes: attributes(number) });
  const upload = store.getUpload(bucket, key, id);
  if (!upload) {
    throw new Error('an upload that was acknowledged is not there');
  }
  await store.putPart(upload, 1, { source: inPieces(contentOf(number, size)) });
  return id;
}

async function abort(store: Store, { bucket, key, uploadId = '' }: Step): Promise<void> {
  const upload = store.getUpload(bucket, key, uploadId);
  if (upload) {
    await store.abortUpload(upload);
  }
}

/** Chooses an existing upload of the client to abort, or a new one to start. */
function chooseUpload(store: Store, base: Omit<Step, 'kind'>): Step {
  const key = `${base.key}/upload`;
  const query = { prefix: key, afterKey: '', afterUpload: '', limit: 1 };
  const [found] = store.listUploads(base.bucket, query);
  if (!found) {
    return { ...base, key, kind: 'upload' };
  }
  // The ledger identifies the upload by its size.
  const [part] = store.listParts(found, { after: 0, limit: 1 });
  return { ...base, key, kind: 'abort', uploadId: found.uploadId, size: part?.size ?? 0 };
}

/** Chooses the next step of a client, on the client's own keys. */
export function chooseStep(
  store: Store,
  random: Random,
  { client, number }: { client: number; number: number },
): Step {
  const bucket = pick(random, ['plain', 'versioned']) ?? 'plain';
  const key = `client-${client}/${Math.floor(random() * KEYS)}`;
  const size = pick(random, SIZES) ?? 0;
  const base = { client, bucket, key, number, size };
  const chance = random();
  if (chance < 0.5) {
    return { ...base, kind: 'put' };
  }
  if (chance < 0.58) {
    return { ...base, kind: 'multipart' };
  }
  if (chance < 0.63) {
    const value = chance < 0.59 ? 0 : number;
    return { ...base, kind: 'document', key: `document-${client}`, number: value };
  }
  if (chance < 0.66) {
    return { ...base, kind: 'setting', key: `setting-${client}` };
  }
  if (chance < 0.69) {
    return chooseUpload(store, base);
  }
  const query = { bucket, prefix: key, delimiter: '', after: '', limit: 50, versions: true };
  const found = pick(random, store.list(query).objects);
  if (found && chance < 0.74 && !found.isDeleteMarker) {
    return { ...base, kind: 'tag', versionId: found.versionId };
  }
  return found && chance < 0.9
    ? { ...base, kind: 'delete', versionId: found.versionId }
    : { ...base, kind: 'hide' };
}

/** Performs the step and returns it with its result. */
export async function carryOut(store: Store, step: Step): Promise<Step> {
  if (step.kind === 'upload') {
    return { ...step, uploadId: await beginUpload(store, step) };
  }
  if (step.kind === 'abort') {
    await abort(store, step);
    return step;
  }
  const versionId = await perform(store, step);
  return versionId === undefined ? step : { ...step, versionId };
}

/** Reads what a step has just written; throws if it is missing. */
export async function readBack(store: Store, step: Step): Promise<void> {
  if (step.kind !== 'put' && step.kind !== 'multipart') {
    return;
  }
  const object = store.getObject(step.bucket, step.key, step.versionId);
  if (!object || object.isDeleteMarker) {
    throw new Error(`${step.bucket}/${step.key} was acknowledged and is not there`);
  }
  await expectContent(store, object, step.number);
}
