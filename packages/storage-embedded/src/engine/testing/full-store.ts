import type { Store } from '../store.ts';
import type { StoredUpload } from '../types.ts';
import { bodyOf, get, makeBucket, PLAIN, put, readAll, settled } from './store-fixture.ts';

/** Too large to be inlined in a small store's log. */
export const LARGE = 'large content '.repeat(2000);
/** Long enough for the small objects to fill more than one segment. */
const SMALL = 'small '.repeat(500);
const COUNT = 12;
const PARTS = 8;

/** Fills a store with everything it can hold; returns the upload that stays open. */
export async function fillStore(store: Store): Promise<StoredUpload> {
  await makeBucket(store);
  await store.updateBucket('bucket', { versioning: 'enabled' });
  for (let i = 0; i < 2 * COUNT; i++) {
    await put(store, `small${i % COUNT}`, `small ${i} ${SMALL}`);
    await put(store, `large${i % COUNT}`, `large ${i} ${LARGE}`);
  }
  await store.deleteObject({ bucket: 'bucket', key: 'small0' });
  await store.deleteObject({ bucket: 'bucket', key: 'large0' });
  // Looks encrypted: the stored content is longer than the object's size.
  await put(store, 'sealed', '', {
    body: { ...bodyOf(`sealed ${LARGE}`), content: () => ({ size: 10, etag: 'sealed' }) },
    attributes: { ...PLAIN, encryption: { key: 'k' } },
  });
  await store.putDocument('user', 'somebody', 'a user');
  await store.putDocument('user', 'nobody', null);
  for (let i = 0; i < 5; i++) {
    await store.queueDocument('events', `event ${i}`);
  }
  const upload = await startUpload(store, PARTS);
  const parts = store.listParts(upload, { after: 0, limit: PARTS });
  await store.completeUpload(upload, parts, { etag: `etag-${PARTS}` });
  const open = await startUpload(store, PARTS);
  await settled(store);
  return open;
}

/** Creates an open upload to the key 'upload' with the given number of parts. */
export async function startUpload(store: Store, parts: number): Promise<StoredUpload> {
  const about = { bucket: 'bucket', key: 'upload', attributes: PLAIN };
  const upload = store.getUpload('bucket', 'upload', await store.createUpload(about));
  if (!upload) {
    throw new Error('the upload is not there');
  }
  for (let number = 1; number <= parts; number++) {
    await store.putPart(upload, number, bodyOf(partOf(number)));
  }
  return upload;
}

const partOf = (number: number): string => `part ${number} ${LARGE}`;

/** Returns the content that an upload with this many parts completes to. */
export function partsOf(count: number): string {
  return Array.from({ length: count }, (_, i) => partOf(i + 1)).join('');
}

/** Reads everything that `fillStore` wrote; returns what has changed. */
export async function lostFrom(store: Store, open: StoredUpload): Promise<readonly string[]> {
  const lost: string[] = [];
  const need = (what: string, isThere: boolean): void => {
    if (!isThere) {
      lost.push(what);
    }
  };
  for (let i = 1; i < COUNT; i++) {
    need(`small${i}`, (await get(store, `small${i}`)) === `small ${i + COUNT} ${SMALL}`);
    need(`large${i}`, (await get(store, `large${i}`)) === `large ${i + COUNT} ${LARGE}`);
  }
  const query = { bucket: 'bucket', prefix: 'large', delimiter: '', after: '', limit: 1000 };
  const { objects } = store.list({ ...query, versions: true });
  need('versions', objects.length === 2 * COUNT + 1);
  for (const object of objects.filter(({ isDeleteMarker }) => !isDeleteMarker)) {
    const content = (await readAll(store, object)).toString();
    need(`a version of ${object.key}`, content.endsWith(LARGE));
  }
  const sealed = store.getObject('bucket', 'sealed');
  const range = { start: 0, end: `sealed ${LARGE}`.length - 1 };
  const content = sealed && (await readAll(store, sealed, range)).toString();
  need('sealed', content === `sealed ${LARGE}` && sealed?.size === 10);
  need('the key of sealed', sealed?.encryption?.key === 'k');
  need('upload', (await get(store, 'upload')) === partsOf(PARTS));
  need('the user', store.getDocument('user', 'somebody') === 'a user');
  need('events', store.countDocuments('events') === 5);
  need('open parts', store.listParts(open, { after: 0, limit: 100 }).length === PARTS);
  return lost;
}
