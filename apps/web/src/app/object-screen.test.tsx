import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TransferContext } from '#web/entities/transfers/transfer-context.ts';
import { TransferStore } from '#web/entities/transfers/transfer-store.ts';
import { aBucket } from '#web/testing/factories.ts';
import { fakeServer } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { transferParts } from '#web/testing/transfer-parts.ts';
import { ObjectBrowserScreen } from './object-screen.tsx';

const LINK = 'https://files.example.net/b/a.jpg?X-Amz-Date=20261122T120000Z&X-Amz-Expires=60';

async function openFolder(allowedActions: readonly string[] = ['s3:*']) {
  fakeServer({
    'buckets.get': ({ params }) =>
      aBucket({ name: params.name, allowedActions: [...allowedActions] }),
    'objects.list': () => ({
      objects: [{ name: '2026/' }, { name: 'a.jpg', size: 1 }, { name: 'b.zip', size: 1 }],
      total: 3,
    }),
    'bucketAdmin.getVersioning': () => ({ is_versioned: false, status: 'off', revision: 'v1' }),
    'buckets.list': () => ({ buckets: [aBucket({ name: 'b' })], total: 1 }),
    'jobs.preview': () => ({ objects: 1, bytes: 1, complete: true }),
    'shares.create': () => LINK,
    'shares.getPublicAddress': () => ({}),
  });
  const store = new TransferStore({
    ...transferParts(),
    send: async () => undefined,
    now: () => 0,
    newId: () => '1',
  });
  const rendered = await renderScreen(
    <TransferContext value={store}>
      <ObjectBrowserScreen />
    </TransferContext>,
    { route: '/buckets/b/browse', pattern: '/buckets/:bucketName/browse/*' },
  );
  const menuOf = async (name: string) => {
    const row = within(await screen.findByRole('row', { name: new RegExp(name) }));
    await rendered.user.click(row.getByRole('button', { name: /^Actions for/ }));
    return within(await screen.findByRole('menu'));
  };
  const items = (menu: Awaited<ReturnType<typeof menuOf>>) =>
    menu.getAllByRole('menuitem').map(({ textContent }) => textContent);
  return { ...rendered, menuOf, items };
}

describe('the rows of the object browser', () => {
  it('have view, preview, share, download and delete for an object [OBJ-19]', async () => {
    const { menuOf, items, user } = await openFolder();
    const menu = await menuOf('a.jpg');
    expect(items(menu)).toEqual([
      ...['View', 'Preview', 'Share', 'Download', 'Copy', 'Move', 'Rename', 'Delete'],
    ]);
    await user.click(menu.getByRole('menuitem', { name: 'Preview' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Preview' }));
    expect(await dialog.findByRole('img', { name: 'Preview of a.jpg' })).toBeVisible();
  });

  it('share an object', async () => {
    const { menuOf, user } = await openFolder();
    await user.click((await menuOf('a.jpg')).getByRole('menuitem', { name: 'Share' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Share File' }));
    expect(await dialog.findByDisplayValue(LINK)).toBeVisible();
  });

  it('rename an object or a folder', async () => {
    const { menuOf, user } = await openFolder();
    await user.click((await menuOf('2026')).getByRole('menuitem', { name: 'Rename' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename' }));
    expect(dialog.getByLabelText('New name')).toHaveValue('2026');
  });

  it('copy, but do not move, for whoever may only read', async () => {
    const { menuOf, items } = await openFolder(['s3:ListBucket', 's3:GetObject']);
    expect(items(await menuOf('a.jpg'))).toEqual([
      ...['View', 'Preview', 'Share', 'Download', 'Copy'],
    ]);
  });

  it('have neither for a folder, and say why a type has no preview', async () => {
    const { menuOf, items, user } = await openFolder();
    const ofFolder = await menuOf('2026');
    expect(items(ofFolder)).toEqual(['View', 'Download', 'Copy', 'Move', 'Rename', 'Delete']);
    await user.keyboard('{Escape}');
    const ofZip = await menuOf('b.zip');
    expect(ofZip.getByRole('menuitem', { name: /^Preview/ })).toHaveTextContent('no preview');
  });

  it('share nothing for whoever may not read', async () => {
    const { menuOf, items } = await openFolder(['s3:ListBucket']);
    expect(items(await menuOf('a.jpg'))).toEqual(['View']);
  });
});
