import { anonymousAccess, publicPolicy } from '@stowage/domain/bucket-access';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail } from '#web/testing/fake-server.ts';
import { card, edit } from '../testing/setting-card.ts';
import { openAdmin } from '../testing/test-admin.tsx';

vi.mock('#web/ui/code-editor.tsx', () => import('#web/testing/plain-editor.tsx'));

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const message = () => clientState().modalSnackBar?.message;

describe('Change Access Policy', () => {
  it('makes a bucket public, and the card follows [BSUM-13] [BSUM-14]', async () => {
    const { user, server } = await openAdmin({
      handlers: {
        'bucketAdmin.setAccessPolicy': () => ({ name: 'photos', access: 'PUBLIC', revision: 'p2' }),
      },
    });
    const dialog = await edit(user, 'Access Policy', 'Change Access Policy');
    expect(dialog.getByRole('radio', { name: 'Private' })).toBeChecked();
    await user.click(dialog.getByRole('radio', { name: 'Public' }));
    server.use({ 'bucketAdmin.getAccessPolicy': () => ({ access: 'PUBLIC', revision: 'p2' }) });
    await user.click(dialog.getByRole('button', { name: 'Set' }));
    await closed();
    const [sent] = server.calls('bucketAdmin.setAccessPolicy');
    expect(sent).toMatchObject({ body: { access: 'PUBLIC' }, query: { revision: 'p1' } });
    expect(await (await card('Access Policy')).findByText('Public')).toBeDefined();
    expect(message()).toBe('Access policy changed successfully.');
  });

  it('takes a policy of one’s own and says where it is wrong', async () => {
    const { user, server } = await openAdmin({
      handlers: {
        'bucketAdmin.setAccessPolicy': () => ({ name: 'photos', access: 'CUSTOM', revision: 'p2' }),
      },
    });
    const dialog = await edit(user, 'Access Policy', 'Change Access Policy');
    await user.click(dialog.getByRole('radio', { name: 'Custom' }));
    const editor = await dialog.findByRole('textbox', { name: 'Bucket policy' });
    const set = dialog.getByRole('button', { name: 'Set' });
    await user.clear(editor);
    expect(dialog.getByText('Enter a policy.')).toBeDefined();
    expect(set).toBeDisabled();
    await user.click(editor);
    await user.paste('{\n "Version" }');
    expect(
      await dialog.findByRole('button', { name: /^Line 2.*This is not valid JSON/ }),
    ).toBeDefined();
    await user.clear(editor);
    const statement = {
      Effect: 'Allow',
      Principal: '*',
      Action: 's3:Fly',
      Resource: 'arn:aws:s3:::photos/*',
    };
    const policy = (action: string) =>
      JSON.stringify({ Version: '2012-10-17', Statement: [{ ...statement, Action: action }] });
    await user.paste(policy('s3:Fly'));
    expect(await dialog.findByRole('button', { name: /^Line 1.*s3:Fly/ })).toBeDefined();
    expect(set).toBeDisabled();
    await user.clear(editor);
    await user.paste(policy('s3:GetObject'));
    await user.click(set);
    await closed();
    expect(server.calls('bucketAdmin.setAccessPolicy')[0]?.body).toEqual({
      access: 'CUSTOM',
      definition: policy('s3:GetObject'),
    });
  });

  it('begins Custom of a private bucket with a text that opens nothing and cannot be set', async () => {
    const { user } = await openAdmin();
    const dialog = await edit(user, 'Access Policy', 'Change Access Policy');
    await user.click(dialog.getByRole('radio', { name: 'Custom' }));
    const editor = await dialog.findByRole<HTMLTextAreaElement>('textbox', {
      name: 'Bucket policy',
    });
    expect(anonymousAccess('photos', editor.value).open).toBe(false);
    expect(
      await dialog.findByRole('button', { name: /Principal\.AWS: It must not be empty/ }),
    ).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Set' })).toBeDisabled();
  });

  it('begins Custom with the policy that is in force', async () => {
    const definition = publicPolicy('photos');
    const { user } = await openAdmin({
      handlers: {
        'bucketAdmin.getAccessPolicy': () => ({ access: 'PUBLIC', definition, revision: 'p1' }),
      },
    });
    const dialog = await edit(user, 'Access Policy', 'Change Access Policy');
    await user.click(dialog.getByRole('radio', { name: 'Custom' }));
    const editor = await dialog.findByRole<HTMLTextAreaElement>('textbox', {
      name: 'Bucket policy',
    });
    expect(JSON.parse(editor.value)).toEqual(JSON.parse(definition));
  });

  it('says what anonymous users will be able to do before it is set', async () => {
    const { user } = await openAdmin();
    const dialog = await edit(user, 'Access Policy', 'Change Access Policy');
    expect(dialog.queryByText(/anonymous users/)).toBeNull();
    await user.click(dialog.getByRole('radio', { name: 'Public' }));
    expect(dialog.getByText(/lets anonymous users list, read, write and delete/)).toBeDefined();
    await user.click(dialog.getByRole('radio', { name: 'Custom' }));
    expect(dialog.queryByText(/anonymous users/)).toBeNull();
    const editor = await dialog.findByRole('textbox', { name: 'Bucket policy' });
    await user.clear(editor);
    await user.click(editor);
    await user.paste(publicPolicy('photos').replace('"s3:DeleteObject",', ''));
    expect(dialog.getByText(/lets anonymous users list, read and write objects/)).toBeDefined();
    await user.click(dialog.getByRole('radio', { name: 'Private' }));
    expect(dialog.queryByText(/anonymous users/)).toBeNull();
  });

  it('shows in the dialog why the server refused it', async () => {
    const { user } = await openAdmin({
      handlers: { 'bucketAdmin.setAccessPolicy': () => fail('AccessDenied') },
    });
    const dialog = await edit(user, 'Access Policy', 'Change Access Policy');
    await user.click(dialog.getByRole('radio', { name: 'Public' }));
    await user.click(dialog.getByRole('button', { name: 'Set' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('no permission');
    expect(dialog.getByRole('radio', { name: 'Public' })).toBeChecked();
    expect(dialog.queryByRole('button', { name: 'Load the new state' })).toBeNull();
  });
});
