import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { DetailParts } from '#web/entities/object/detail-parts.ts';
import { fail } from '#web/testing/fake-server.ts';
import type { ListedVersion } from '../api.ts';
import { openDetail } from '../testing/open-detail.tsx';

const parts: DetailParts = {
  ShareDialog: ({ version, opened }) =>
    opened ? (
      <div role="dialog" aria-label="Share File">
        {version.versionId}
      </div>
    ) : null,
};

const aVersion = (number: number, more: Partial<ListedVersion> = {}): ListedVersion => ({
  version_id: `id-${number}`,
  number,
  last_modified: `2026-11-1${number}T09:41:07Z`,
  size: 1024 * number,
  is_latest: number === 3,
  is_delete_marker: false,
  ...more,
});
const three = [aVersion(3), aVersion(2, { is_delete_marker: true, size: undefined }), aVersion(1)];

async function openVersions(options: Parameters<typeof openDetail>[0] = {}) {
  const opened = await openDetail({
    search: '?tab=versions',
    parts,
    ...options,
    handlers: {
      'objectDetail.listVersions': () => ({ versions: three, total: 3 }),
      ...options.handlers,
    },
  });
  const menuOf = async (name: string) => {
    await opened.user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    return within(await screen.findByRole('menu'));
  };
  return { ...opened, menuOf };
}

const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the list of versions', () => {
  it('has number, Version ID, Last Modified and Deleted of each [OBJD-27]', async () => {
    await openVersions();
    await screen.findByRole('rowheader', { name: /id-3/ });
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(
      expect.arrayContaining(['Number', 'Version ID', 'Last Modified', 'Deleted']),
    );
    expect(cells().map(([number, , , , deleted]) => [number, deleted])).toEqual([
      ['v3', 'No'],
      ['v2', 'Yes'],
      ['v1', 'No'],
    ]);
    expect(cells()[0]?.[1]).toContain('id-3current');
    expect(screen.getByRole('status', { name: '' })).toHaveTextContent('3 versions');
  });

  it('leads from each to its details, with an address of its own', async () => {
    const { user, history, server } = await openVersions();
    await user.click(await screen.findByRole('link', { name: /id-1/ }));
    expect(history.location.search).toBe('?version=id-1');
    await waitFor(() =>
      expect(server.calls('objectDetail.get').at(-1)?.query.version_id).toBe(btoa('id-1')),
    );
  });

  it('is searched by the server [OBJD-28]', async () => {
    const { user, server, history } = await openVersions();
    await screen.findByRole('link', { name: /id-1/ });
    server.use({
      'objectDetail.listVersions': ({ query }) => ({
        versions: query.search === undefined ? three : [aVersion(1)],
        total: 3,
      }),
    });
    await user.type(screen.getByRole('searchbox'), 'id-1');
    await waitFor(() => expect(screen.queryByRole('link', { name: /id-3/ })).toBeNull());
    expect(await screen.findByRole('link', { name: /id-1/ })).toBeDefined();
    expect(history.location.search).toBe('?tab=versions&find=id-1');
  });

  it('says when nothing matches', async () => {
    await openVersions({
      search: '?tab=versions&find=zz',
      handlers: { 'objectDetail.listVersions': () => ({ versions: [], total: 3 }) },
    });
    expect(await screen.findByText('No version matches “zz”.')).toBeDefined();
  });

  it('ends at the time to which the bucket was rewound', async () => {
    const { user, server, history, menuOf } = await openVersions({
      search: '?tab=versions&rewind=2026-11-12T12:00:00.000Z',
    });
    await screen.findByText(/Versions until 12 Nov 2026/);
    const [call] = server.calls('objectDetail.listVersions');
    expect(call?.query.until).toBe('2026-11-12T12:00:00.000Z');
    expect((await menuOf('v1')).getByRole('menuitem', { name: /^Delete/ })).toBeDisabled();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Show all versions' }));
    expect(history.location.search).toBe('?tab=versions');
    await waitFor(() =>
      expect(server.calls('objectDetail.listVersions').at(-1)?.query.until).toBeUndefined(),
    );
  });

  it('that cannot be loaded says so', async () => {
    await openVersions({ handlers: { 'objectDetail.listVersions': () => fail('AccessDenied') } });
    expect(await screen.findByText('The versions could not be loaded')).toBeDefined();
  });

  it('of thousands comes page by page, and few of its rows are in the page', async () => {
    const page = (from: number) =>
      Array.from({ length: 500 }, (_, n) =>
        aVersion(1, { version_id: `id-${from + n}`, number: 12_000 - from - n }),
      );
    const { server } = await openVersions({
      handlers: {
        'objectDetail.listVersions': ({ query }) => {
          const from = Number(query.cursor ?? 0);
          return { versions: page(from), next: String(from + 500) };
        },
      },
    });
    await screen.findByRole('link', { name: /id-0/ });
    expect(screen.getByText(/More than 10,000 versions/)).toBeDefined();
    expect(screen.getAllByRole('row').length).toBeLessThan(200);
    expect(server.calls('objectDetail.listVersions').length).toBeLessThan(3);
  });
});

describe('what can be done with a version', () => {
  it('is to share, download and restore it [OBJD-28]', async () => {
    const { user, menuOf } = await openVersions();
    const menu = await menuOf('v1');
    const items = menu.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items).toEqual(['Share', 'Download', 'Restore', 'Delete']);
    await user.click(menu.getByRole('menuitem', { name: 'Share' }));
    expect(await screen.findByRole('dialog', { name: 'Share File' })).toHaveTextContent('id-1');
  });

  it('downloads that version', async () => {
    const { user, server, menuOf } = await openVersions();
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await user.click((await menuOf('v1')).getByRole('menuitem', { name: 'Download' }));
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect(server.calls('objects.checkDownload')[0]?.query.version_id).toBe(btoa('id-1'));
  });

  it('restores it after a confirmation, Restore File Version [OBJD-29]', async () => {
    const { user, server, menuOf } = await openVersions({
      handlers: { 'objectDetail.restoreVersion': () => undefined },
    });
    await user.click((await menuOf('v1')).getByRole('menuitem', { name: 'Restore' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore File Version' }));
    expect(dialog.getByText(/A copy of version id-1 from 11 Nov 2026/)).toBeDefined();
    expect(server.calls('objectDetail.restoreVersion')).toEqual([]);
    const listed = server.calls('objectDetail.listVersions').length;
    await user.click(dialog.getByRole('button', { name: 'Restore' }));
    await closed();
    expect(server.calls('objectDetail.restoreVersion')[0]?.query).toEqual({
      prefix: btoa('photos/a.jpg'),
      version_id: btoa('id-1'),
    });
    expect(server.calls('objectDetail.listVersions').length).toBeGreaterThan(listed);
  });

  it('does not restore the current one, and says why', async () => {
    const { menuOf } = await openVersions();
    const restore = (await menuOf('v3')).getByRole('menuitem', { name: /^Restore/ });
    expect(restore).toBeDisabled();
    expect(restore).toHaveTextContent('This is the current version.');
  });

  it('is nothing for a delete marker [OBJD-30] [OBJD-31]', async () => {
    const { menuOf } = await openVersions();
    const menu = await menuOf('v2');
    for (const name of [/^Share/, /^Download/, /^Restore/, /^Delete/]) {
      expect(menu.getByRole('menuitem', { name })).toBeDisabled();
    }
  });

  it('deletes one for good, also under governance where that is asked for [BADMIN-14]', async () => {
    const { user, server, menuOf } = await openVersions({
      handlers: { 'objects.delete': () => ({ delete_markers: [] }) },
    });
    await user.click((await menuOf('v1')).getByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Version' }));
    await user.click(dialog.getByRole('checkbox', { name: /despite governance retention/ }));
    server.use({ 'objectDetail.listVersions': () => ({ versions: three.slice(0, 2), total: 2 }) });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await closed();
    await waitFor(() => expect(screen.queryByRole('link', { name: /id-1/ })).toBeNull());
    expect(server.calls('objects.delete')[0]?.query).toEqual({
      path: btoa('photos/a.jpg'),
      version_id: btoa('id-1'),
      bypass_governance: 'true',
    });
  });

  it('offers the bypass only to who may use it', async () => {
    const { user, menuOf } = await openVersions({
      bucket: { allowedActions: ['s3:ListBucketVersions', 's3:DeleteObjectVersion'] },
      handlers: {
        'objects.delete': () => fail('ObjectLocked', { detail: 'It is locked until 2027.' }),
      },
    });
    const menu = await menuOf('v1');
    expect(menu.getAllByRole('menuitem')).toHaveLength(1);
    await user.click(menu.getByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Version' }));
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('It is locked until 2027.')).toBeDefined();
  });
});
