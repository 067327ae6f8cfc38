import type { Bucket } from '@stowage/contract/buckets';
import type { StoredObject } from '@stowage/contract/objects';
import { compileObjectFilter } from '@stowage/domain/object-filter';
import { screen } from '@testing-library/react';
import type { ObjectDetailProps } from '#web/entities/object/detail-parts.ts';
import { type BulkTask, ObjectDialogsContext } from '#web/entities/object/object-dialogs.ts';
import { shownName } from '#web/entities/object/shown-name.ts';
import { TransferContext } from '#web/entities/transfers/transfer-context.ts';
import { TransferStore } from '#web/entities/transfers/transfer-store.ts';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aBucket, aSession } from '#web/testing/factories.ts';
import { type FakeRequest, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { transferParts } from '#web/testing/transfer-parts.ts';
import { ObjectBrowserPage } from '../object-browser-page.tsx';

const pattern = '/buckets/:bucketName/browse/*';

/** An object of 4.2 MiB. */
export function anObject(parts: Partial<StoredObject> = {}): StoredObject {
  return {
    name: 'harbour.jpg',
    size: 4_404_019,
    last_modified: '2026-11-12T09:41:07Z',
    content_type: 'image/jpeg',
    etag: '9b2cf535f27731c974343645a3985328',
    ...parts,
  };
}

export const decode = (text: string | undefined) =>
  new TextDecoder().decode(Uint8Array.from(atob(text ?? ''), (c) => c.charCodeAt(0)));

/**
 * Fakes a storage server with these keys: one page, grouped into folders by '/'; for a search,
 * everything below.
 */
export function listing(keys: readonly StoredObject[]) {
  return ({ query }: Pick<FakeRequest<'objects.list'>, 'query'>) => {
    const prefix = decode(query.prefix);
    const matches = compileObjectFilter(
      { name: query.search, minSize: query.min_size, maxSize: query.max_size },
      prefix,
    );
    const from = decode(query.start);
    const found = new Map<string, StoredObject>();
    for (const object of keys) {
      if (!object.name.startsWith(prefix) || object.name < from) continue;
      const end = object.name.indexOf('/', prefix.length);
      const isHere = end === -1 || query.recursive === 'true';
      const entry = isHere ? object : { name: object.name.slice(0, end + 1) };
      if (matches({ key: entry.name, size: entry.size })) found.set(entry.name, entry);
    }
    const objects = [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    const { length: scanned } = keys;
    return { objects: objects.slice(0, query.limit ?? 1000), total: objects.length, scanned };
  };
}

export const photos = [
  anObject({ name: 'photos/b.jpg', size: 2048, last_modified: '2026-11-10T10:00:00Z' }),
  anObject({ name: 'photos/2025/x.jpg' }),
  anObject({ name: 'photos/a.jpg', size: 4096, last_modified: '2026-11-12T10:00:00Z' }),
  anObject({ name: 'photos/c.jpg', size: 1024, last_modified: '2026-11-11T10:00:00Z' }),
];

export function serverWith(
  objects: readonly StoredObject[],
  handlers: Handlers = {},
  bucket: Partial<Bucket> = {},
) {
  return fakeServer({
    'buckets.get': ({ params }) => aBucket({ name: params.name, ...bucket }),
    'objects.list': listing(objects),
    'bucketAdmin.getVersioning': ({ params }) => {
      const { versioning = false } = aBucket({ name: params.bucket, ...bucket }).details ?? {};
      return { is_versioned: versioning, status: versioning ? 'enabled' : 'off', revision: '1' };
    },
    'objects.checkDownload': () => undefined,
    ...handlers,
  });
}

function testStore() {
  const sent: { key: string; file: File }[] = [];
  let id = 0;
  const store = new TransferStore({
    ...transferParts(),
    send: async ({ key, file }) => {
      sent.push({ key, file });
      return undefined;
    },
    now: () => 0,
    newId: () => `${id++}`,
  });
  return { store, sent };
}

/** Stands in for the details, which are a separate feature. */
function PlainDetail({ objectKey, onClose, onDelete }: ObjectDetailProps) {
  return (
    <section aria-label={`Details of ${shownName(objectKey)}`}>
      <button type="button" onClick={onClose}>
        Close
      </button>
      <button type="button" onClick={() => onDelete(objectKey)}>
        Delete
      </button>
    </section>
  );
}

export async function open(route = '/buckets/my-bucket/browse/photos/', session = aSession()) {
  const { store, sent } = testStore();
  const tasks: BulkTask[] = [];
  const dialogs = {
    share: () => undefined,
    preview: () => undefined,
    bulk: (task: BulkTask) => tasks.push(task),
  };
  const rendered = await renderScreen(
    <TransferContext value={store}>
      <ObjectDialogsContext value={dialogs}>
        <ObjectBrowserPage Detail={PlainDetail} />
      </ObjectDialogsContext>
    </TransferContext>,
    { route, pattern, session },
  );
  return { ...rendered, sent, tasks };
}

export const names = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent);
export const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
export const message = () => clientState().modalSnackBar?.message;
