import type { Bucket } from '@stowage/contract/buckets';
import type { StoredObject } from '@stowage/contract/objects';
import type { DetailParts } from '#web/entities/object/detail-parts.ts';
import { useRouteParams } from '#web/lib/router/navigation.ts';
import { aBucket } from '#web/testing/factories.ts';
import { type FakeServer, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { type RenderedScreen, renderScreen } from '#web/testing/render-screen.tsx';
import { ObjectDetail } from '../object-detail.tsx';

const pattern = '/buckets/:bucketName/browse/*';

/** An object of 4.0 KiB. */
export function anObject(parts: Partial<StoredObject> = {}): StoredObject {
  return {
    name: 'photos/a.jpg',
    size: 4096,
    last_modified: '2026-11-12T09:41:07Z',
    content_type: 'image/jpeg',
    etag: '9b2cf535f27731c974343645a3985328',
    ...parts,
  };
}

interface DetailOptions {
  readonly object?: Partial<StoredObject>;
  readonly bucket?: Partial<Bucket>;
  /** The query of the address, such as '?tab=versions'. */
  readonly search?: string;
  readonly handlers?: Handlers;
  readonly parts?: DetailParts;
}

export interface OpenedDetail extends RenderedScreen {
  readonly server: FakeServer;
  /** What was asked of the screen around the details. */
  readonly asked: string[];
}

interface PlaceProps {
  readonly bucket: Bucket;
  readonly parts: DetailParts;
  readonly asked: string[];
}

/** What stands around the details: it only notes what it is asked. */
function Place({ bucket, parts, asked }: PlaceProps) {
  const { rest = '' } = useRouteParams('objectBrowser');
  return (
    <ObjectDetail
      bucket={bucket}
      objectKey={rest}
      parts={parts}
      onClose={() => asked.push('close')}
      onDelete={(key) => asked.push(`delete ${key}`)}
    />
  );
}

/** Opens the details of photos/a.jpg, without the folder beside them. */
export async function openDetail(options: DetailOptions = {}): Promise<OpenedDetail> {
  const bucket = aBucket({ name: 'my-bucket', ...options.bucket });
  const object = anObject(options.object);
  const server = fakeServer({
    'objects.list': () => ({ objects: [object], total: 1 }),
    'objects.checkDownload': () => undefined,
    ...options.handlers,
  });
  const asked: string[] = [];
  const route = `/buckets/my-bucket/browse/photos/a.jpg${options.search ?? ''}`;
  const rendered = await renderScreen(
    <Place bucket={bucket} parts={options.parts ?? {}} asked={asked} />,
    { pattern, route },
  );
  return { ...rendered, server, asked };
}
