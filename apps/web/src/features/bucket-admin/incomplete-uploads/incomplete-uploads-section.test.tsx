import type { IncompleteUpload } from '@stowage/contract/uploads';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aBucket } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { IncompleteUploadsSection } from './incomplete-uploads-section.tsx';

const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();

function anUpload(parts: Partial<IncompleteUpload> = {}): IncompleteUpload {
  return {
    ...{ path: 'in/film.mp4', upload_id: 'u1', initiated: hours(3) },
    ...{ size: 5 * 1024 * 1024, parts: 2 },
    ...parts,
  };
}

async function open(uploads: IncompleteUpload[], handlers: Handlers = {}, actions = ['s3:*']) {
  const server = fakeServer({ 'uploads.list': () => ({ uploads }), ...handlers });
  const bucket = aBucket({ name: 'photos', allowedActions: actions });
  const rendered = await renderScreen(<IncompleteUploadsSection bucket={bucket} />);
  return { ...rendered, server };
}

describe('the incomplete uploads of a bucket', () => {
  it('are listed with their age and what has arrived', async () => {
    await open([
      anUpload(),
      anUpload({ path: 'b', upload_id: 'u2', size: undefined, parts: undefined }),
    ]);
    const row = await screen.findByRole('row', { name: /in\/film\.mp4/ });
    expect(row).toHaveTextContent('5.0 MiB');
    expect(row).toHaveTextContent('3 hours ago');
    expect(screen.getByRole('row', { name: /^b/ })).toHaveTextContent('unknown');
  });

  it('are all loaded, page by page', async () => {
    const { server } = await open([], {
      'uploads.list': ({ query }) =>
        query.cursor === 'two'
          ? { uploads: [anUpload({ path: 'second', upload_id: 'u2' })] }
          : { uploads: [anUpload()], next: 'two' },
    });
    await screen.findByRole('row', { name: /second/ });
    expect(server.calls('uploads.list')).toHaveLength(2);
  });

  it('can be deleted after a question', async () => {
    const { user, server } = await open([anUpload({ path: 'a b' })], {
      'uploads.abort': () => undefined,
    });
    const row = within(await screen.findByRole('row', { name: /a b/ }));
    await user.click(row.getByRole('button', { name: /^Actions for/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Incomplete Upload' }));
    server.use({ 'uploads.list': () => ({ uploads: [] }) });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('There are no incomplete uploads yet.');
    const [call] = server.calls('uploads.abort');
    expect(call?.params).toEqual({ bucket: 'photos', upload: 'u1' });
    expect(call?.query).toEqual({ path: btoa('a b') });
  });

  it('stay with those who may not abort uploads', async () => {
    await open([anUpload()], {}, ['s3:ListBucketMultipartUploads']);
    await screen.findByRole('row', { name: /film/ });
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  });

  it('can be loaded again when they could not be', async () => {
    const { user, server } = await open([], { 'uploads.list': () => fail('StorageTimeout') });
    const alert = await screen.findByRole('alert');
    server.use({ 'uploads.list': () => ({ uploads: [anUpload()] }) });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getByRole('row', { name: /film/ })).toBeDefined());
  });
});
