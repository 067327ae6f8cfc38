import type { SessionInfo } from '@stowage/contract/auth';
import type { Bucket } from '@stowage/contract/buckets';
import type { ObjectDetail as Detail } from '@stowage/contract/object-detail';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { DetailParts } from '#web/entities/object/detail-parts.ts';
import { useRouteParams } from '#web/lib/router/navigation.ts';
import { aBucket, aSession } from '#web/testing/factories.ts';
import { type FakeServer, fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { type RenderedScreen, renderScreen } from '#web/testing/render-screen.tsx';
import { ObjectDetail } from '../object-detail.tsx';

const pattern = '/buckets/:bucketName/browse/*';

/** The details of an object of 4.0 KiB without any settings. */
export function aDetail(parts: Partial<Detail> = {}): Detail {
  return {
    name: 'photos/a.jpg',
    size: 4096,
    last_modified: '2026-11-12T09:41:07Z',
    content_type: 'image/jpeg',
    etag: '9b2cf535f27731c974343645a3985328',
    version_id: 'v-3',
    is_latest: true,
    is_delete_marker: false,
    tags: {},
    user_metadata: {},
    revisions: { tags: 't1', legal_hold: 'h1', retention: 'r1', metadata: 'm1' },
    ...parts,
  };
}

interface DetailOptions {
  readonly key?: string;
  readonly detail?: Partial<Detail>;
  readonly bucket?: Partial<Bucket>;
  /** The query of the address, such as '?tab=versions'. */
  readonly search?: string;
  readonly handlers?: Handlers;
  readonly parts?: DetailParts;
  readonly session?: Partial<SessionInfo>;
}

export interface OpenedDetail extends RenderedScreen {
  readonly server: FakeServer;
  /** The requests made to the surrounding screen. */
  readonly asked: string[];
}

interface PlaceProps {
  readonly bucket: Bucket;
  readonly parts: DetailParts;
  readonly asked: string[];
}

/** The surroundings of the details, which only record requests. */
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

/**
 * Opens the details of photos/a.jpg, or of another object, without the folder next to them, in a
 * bucket with object locking.
 */
export async function openDetail(options: DetailOptions = {}): Promise<OpenedDetail> {
  const details = { versioning: true, locking: true };
  const bucket = aBucket({ name: 'my-bucket', details, ...options.bucket });
  const { key = 'photos/a.jpg' } = options;
  const detail = aDetail({ name: key, ...options.detail });
  const server = fakeServer({
    'objects.list': () => ({ objects: [{ name: detail.name, size: 4096 }], total: 1 }),
    'objects.checkDownload': () => undefined,
    'objectDetail.get': () => detail,
    ...options.handlers,
  });
  const asked: string[] = [];
  const route = `/buckets/my-bucket/browse/${key}${options.search ?? ''}`;
  const rendered = await renderScreen(
    <Place bucket={bucket} parts={options.parts ?? {}} asked={asked} />,
    { pattern, route, session: aSession(options.session) },
  );
  return { ...rendered, server, asked };
}

/** The details on the screen. */
export const detailPanel = async () =>
  within(await screen.findByRole('region', { name: 'Details of a.jpg' }));

/** A setting of the object. */
export const section = async (title: string) =>
  within(await screen.findByRole('region', { name: title }));

/** Opens the dialog of a setting by its button. */
export async function edit(user: UserEvent, button: string, dialog: string) {
  await user.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: dialog }));
}

/** Returns a handler that rejects requests as the storage would. */
export const refusing = (code: Parameters<typeof fail>[0], field: string, detail: string) => () =>
  fail(code, { field, detail });
