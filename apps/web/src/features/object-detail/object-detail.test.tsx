import { capabilitiesWhere } from '@stowage/domain/capabilities';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { DetailParts, ObjectVersion } from '#web/entities/object/detail-parts.ts';
import { fail } from '#web/testing/fake-server.ts';
import { aDetail, detailPanel, openDetail, section } from './testing/open-detail.tsx';

const decode = (text: string | undefined) => (text === undefined ? undefined : atob(text));

/** The parts that other features would contribute to the details. */
const parts: DetailParts = {
  Preview: ({ version }: { readonly version: ObjectVersion }) => (
    <p>{`preview of ${version.key} ${version.versionId ?? 'now'}`}</p>
  ),
  ShareDialog: ({ version, opened }) =>
    opened ? (
      <div role="dialog" aria-label="Share File">
        {version.versionId ?? 'now'}
      </div>
    ) : null,
};

describe('the details of an object', () => {
  it('show every field of it, with its locks, tags and metadata [OBJ-08] [OBJD-05] [OBJD-06]', async () => {
    await openDetail({
      detail: {
        legal_hold_status: 'ON',
        retention_mode: 'governance',
        retention_until_date: '2099-01-01T23:59:59Z',
        tags: { site: 'kiel' },
        user_metadata: { cam: 'z6' },
        storage_class: 'REDUCED_REDUNDANCY',
        encryption: 'aws:kms',
        encryption_key: 'photos-key',
        cache_control: 'no-store',
      },
    });
    const shown = await detailPanel();
    for (const text of [
      '4.0 KiB (4,096 B)',
      '9b2cf535f27731c974343645a3985328',
      'v-3',
      'REDUCED_REDUNDANCY',
      'aws:kms, key photos-key',
    ]) {
      expect(await shown.findByText(text)).toBeDefined();
    }
    expect((await section('Legal Hold')).getByText('On')).toBeDefined();
    const lock = 'Governance, until 1 Jan 2099, 23:59:59 UTC';
    expect((await section('Retention')).getByText(lock)).toBeDefined();
    expect((await section('Tags')).getByText('site=kiel')).toBeDefined();
    const metadata = await section('Object Metadata');
    for (const text of ['cam', 'z6', 'Content-Type', 'image/jpeg', 'Cache-Control', 'no-store']) {
      expect(metadata.getByText(text)).toBeDefined();
    }
  });

  it('have the S3 URI to copy, whatever is in the name', async () => {
    const { user } = await openDetail({
      key: 'photos/a%20b.jpg',
      detail: { name: 'photos/a b.jpg' },
    });
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('isSecureContext', true);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    expect(await screen.findByText('s3://my-bucket/photos/a b.jpg')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Copy S3 URI' }));
    expect(writeText).toHaveBeenCalledExactlyOnceWith('s3://my-bucket/photos/a b.jpg');
  });

  it('write out what a name or a value would hide', async () => {
    await openDetail({
      detail: { tags: { 'a\u202eb': 'c' }, user_metadata: { x: '\u202etxt.exe' } },
    });
    expect(await screen.findByText('a[U+202E]b=c')).toBeDefined();
    expect(screen.getByText('[U+202E]txt.exe')).toBeDefined();
  });

  it('that cannot be loaded say so, and can be tried again', async () => {
    const { server, user } = await openDetail({
      handlers: { 'objectDetail.get': () => fail('StorageTimeout') },
    });
    const shown = await detailPanel();
    expect(await shown.findByText('The details could not be loaded')).toBeDefined();
    server.use({ 'objectDetail.get': () => aDetail() });
    await user.click(shown.getByRole('button', { name: 'Retry' }));
    expect(await shown.findByText('4.0 KiB (4,096 B)')).toBeDefined();
  });

  it('that may not be read show what the listing says', async () => {
    await openDetail({ handlers: { 'objectDetail.get': () => fail('AccessDenied') } });
    const shown = await detailPanel();
    expect(await shown.findByText(/only see part of the details/)).toBeDefined();
    expect(shown.getByText('4.0 KiB (4,096 B)')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Tags' })).toBeNull();
  });

  it('say that the object went away, and lead back', async () => {
    const { user, asked } = await openDetail({
      handlers: { 'objectDetail.get': () => fail('ObjectNotFound') },
    });
    expect(await screen.findByText('This object no longer exists')).toBeDefined();
    const alert = within(screen.getByRole('alert'));
    await user.click(alert.getByRole('button', { name: 'Back to the folder' }));
    expect(asked).toEqual(['close']);
  });

  it('of a deleted object say when that was, and lead to its versions', async () => {
    const { user, history } = await openDetail({
      detail: { is_delete_marker: true, revisions: {} },
      handlers: { 'objectDetail.listVersions': () => ({ versions: [], total: 0 }) },
      parts,
    });
    expect(await screen.findByText(/This object was deleted on 12 Nov 2026/)).toBeDefined();
    for (const name of ['Download', 'Share', 'Delete']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.queryByRole('region', { name: 'Tags' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show versions' }));
    expect(history.location.search).toBe('?tab=versions');
  });
});

describe('a version in the address', () => {
  it('is the one that is shown, downloaded, shared and previewed', async () => {
    const { user, server, history } = await openDetail({
      search: '?version=v-1',
      detail: { version_id: 'v-1', is_latest: false },
      parts,
    });
    expect(
      await screen.findByText(/You are viewing an earlier version, from 12 Nov 2026/),
    ).toBeDefined();
    expect(decode(server.calls('objectDetail.get')[0]?.query.version_id)).toBe('v-1');
    const download = screen.getByRole<HTMLAnchorElement>('link', { name: 'Download' });
    const query = new URL(download.href).searchParams;
    expect(decode(query.get('version_id') ?? '')).toBe('v-1');
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByRole('dialog', { name: 'Share File' })).toHaveTextContent('v-1');
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    expect(await screen.findByText('preview of photos/a.jpg v-1')).toBeDefined();
    expect(history.location.search).toContain('version=v-1');
    await user.click(screen.getByRole('button', { name: 'Show the current version' }));
    await waitFor(() => expect(history.location.search).toBe(''));
  });

  it('that is gone says so, and leads to the current one', async () => {
    const { user, history } = await openDetail({
      search: '?version=v-1',
      handlers: { 'objectDetail.get': () => fail('VersionNotFound') },
    });
    expect(await screen.findByText('This version no longer exists')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show the current version' }));
    expect(history.location.search).toBe('');
  });

  it('is deleted instead of the object', async () => {
    const { user, server, asked } = await openDetail({
      search: '?version=v-1',
      detail: { version_id: 'v-1', is_latest: false },
      handlers: {
        'objects.delete': () => ({ delete_markers: [] }),
        'objectDetail.listVersions': () => ({ versions: [], total: 0 }),
      },
    });
    await screen.findByText(/earlier version/);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Version' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.calls('objects.delete')).toHaveLength(1));
    expect(decode(server.calls('objects.delete')[0]?.query.version_id)).toBe('v-1');
    expect(asked).toEqual([]);
  });
});

describe('a storage server without tags and locks', () => {
  it('has no sections for them', async () => {
    await openDetail({ session: { capabilities: capabilitiesWhere(() => false) } });
    expect(await section('Object Metadata')).toBeDefined();
    const titles = screen.getAllByRole('heading').map(({ textContent }) => textContent);
    for (const title of ['Tags', 'Legal Hold', 'Retention']) expect(titles).not.toContain(title);
  });
});

describe('the tabs', () => {
  const tab = (name: string) => screen.findByRole('tab', { name });

  it('are Details, Versions and Preview [OBJD-02] [OBJD-32]', async () => {
    const { user } = await openDetail({ parts });
    for (const name of ['Details', 'Versions', 'Preview']) expect(await tab(name)).toBeDefined();
    await user.click(await tab('Preview'));
    expect(await screen.findByText('preview of photos/a.jpg now')).toBeDefined();
  });

  it('have Versions for a versioned object only [OBJD-03]', async () => {
    const { unmount } = await openDetail();
    expect(await tab('Versions')).not.toBeDisabled();
    unmount();
    await openDetail({ bucket: { details: {} }, detail: { version_id: '' } });
    expect(await tab('Versions')).toBeDisabled();
  });

  it('can be reached while one is refused, to hear why', async () => {
    const { user } = await openDetail({ bucket: { details: {} }, detail: { version_id: '' } });
    const refused = await tab('Versions');
    (await tab('Details')).focus();
    await user.keyboard('{ArrowRight}');
    expect(refused).toHaveFocus();
    expect(refused).toHaveAttribute('title', 'This bucket keeps no versions.');
    await user.click(refused);
    expect(await tab('Details')).toHaveAttribute('aria-selected', 'true');
  });

  it('have Preview for a type that can be shown only [OBJD-04]', async () => {
    await openDetail({ parts, detail: { is_delete_marker: true, revisions: {} } });
    await screen.findByText(/This object was deleted/);
    expect(await tab('Preview')).toBeDisabled();
  });

  it('say in place of a preview that was asked for why there is none', async () => {
    await openDetail({ parts, key: 'pages/a.html', search: '?tab=preview' });
    expect(await screen.findByText('preview of pages/a.html now')).toBeDefined();
    expect(await tab('Preview')).toHaveAttribute('title', 'This type has no preview.');
  });

  it('survive a reload: the address holds them', async () => {
    await openDetail({ parts, search: '?tab=preview' });
    expect(await screen.findByText('preview of photos/a.jpg now')).toBeDefined();
    expect((await tab('Preview')).getAttribute('aria-selected')).toBe('true');
  });
});
