import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aDetail, edit, openDetail, refusing, section } from '../testing/open-detail.tsx';

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const done = () => undefined;
const add = 'Add tag';

describe('tags', () => {
  it('are chips that are added and removed [OBJD-20] [OBJD-21]', async () => {
    const { user, server } = await openDetail({
      detail: { tags: { site: 'kiel', cam: 'z6' } },
      handlers: { 'objectDetail.setTags': done },
    });
    const tags = await section('Tags');
    expect(await tags.findByText('site=kiel')).toBeDefined();
    const adding = await edit(user, add, 'Add New Tag');
    await user.type(adding.getByRole('textbox', { name: 'Tag Key' }), 'year');
    await user.type(adding.getByRole('textbox', { name: 'Tag Value' }), '2026');
    await user.click(adding.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls('objectDetail.setTags')[0]).toMatchObject({
      body: { tags: { site: 'kiel', cam: 'z6', year: '2026' } },
      query: { prefix: btoa('photos/a.jpg'), revision: 't1' },
    });
    const removing = await edit(user, 'Delete tag site', 'Delete Tag');
    expect(removing.getByText("The tag 'site' will be removed from a.jpg.")).toBeDefined();
    await user.click(removing.getByRole('button', { name: 'Delete' }));
    await closed();
    expect(server.calls('objectDetail.setTags')[1]?.body).toEqual({ tags: { cam: 'z6' } });
  });

  it('need a key and a value that are not blank [OBJD-22]', async () => {
    const { user } = await openDetail();
    const dialog = await edit(user, add, 'Add New Tag');
    const save = dialog.getByRole('button', { name: 'Save' });
    const key = dialog.getByRole('textbox', { name: 'Tag Key' });
    const value = dialog.getByRole('textbox', { name: 'Tag Value' });
    expect(save).toBeDisabled();
    await user.type(key, 'site');
    expect(save).toBeDisabled();
    await user.type(value, '   ');
    expect(save).toBeDisabled();
    await user.type(value, 'kiel');
    expect(save).not.toBeDisabled();
    await user.clear(key);
    expect(save).toBeDisabled();
  });

  it('are looked at half a second after the typing has paused [OBJD-23]', async () => {
    const { user } = await openDetail({ detail: { tags: { site: 'kiel' } } });
    const dialog = await edit(user, add, 'Add New Tag');
    const notice = /exists. Its value 'kiel' will be replaced/;
    vi.useFakeTimers();
    try {
      const key = dialog.getByRole('textbox', { name: 'Tag Key' });
      fireEvent.change(key, { target: { value: 'site' } });
      act(() => vi.advanceTimersByTime(499));
      expect(dialog.queryByText(notice)).toBeNull();
      act(() => vi.advanceTimersByTime(1));
      expect(dialog.getByText(notice)).toBeDefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it('need an action to be seen, added and deleted [OBJD-24] [OBJD-25] [OBJD-26]', async () => {
    const detail = { tags: { site: 'kiel' } };
    const allowed = async (...allowedActions: string[]) => {
      const { unmount } = await openDetail({ detail, bucket: { allowedActions } });
      const tags = await section('Tags');
      const found = {
        seen: tags.queryByText('site=kiel') !== null,
        add: tags.queryByRole('button', { name: add }) !== null,
        remove: tags.queryByRole('button', { name: 'Delete tag site' }) !== null,
      };
      unmount();
      return found;
    };
    const none = { seen: false, add: false, remove: false };
    expect(await allowed('s3:PutObjectTagging', 's3:DeleteObjectTagging')).toEqual(none);
    const seen = { ...none, seen: true };
    expect(await allowed('s3:GetObjectTagging')).toEqual(seen);
    expect(await allowed('s3:GetObjectTagging', 's3:PutObjectTagging')).toEqual({
      ...seen,
      add: true,
    });
    expect(await allowed('s3:GetObjectTagging', 's3:DeleteObjectTagging')).toEqual({
      ...seen,
      remove: true,
    });
  });

  it('that the storage refuses say why at the key', async () => {
    const detail = 'The TagKey you have provided is invalid';
    const { user } = await openDetail({
      handlers: { 'objectDetail.setTags': refusing('InvalidInput', 'tags', detail) },
    });
    const dialog = await edit(user, add, 'Add New Tag');
    await user.type(dialog.getByRole('textbox', { name: 'Tag Key' }), 'größe');
    await user.type(dialog.getByRole('textbox', { name: 'Tag Value' }), 'x');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findAllByText(detail)).toHaveLength(2);
  });

  it('changed by somebody else are loaded again before mine is added to them', async () => {
    const { user, server } = await openDetail({
      handlers: { 'objectDetail.setTags': refusing('ChangedMeanwhile', '', '') },
    });
    const dialog = await edit(user, add, 'Add New Tag');
    const type = async () => {
      await user.type(dialog.getByRole('textbox', { name: 'Tag Key' }), 'mine');
      await user.type(dialog.getByRole('textbox', { name: 'Tag Value' }), '1');
      await user.click(dialog.getByRole('button', { name: 'Save' }));
    };
    await type();
    server.use({
      'objectDetail.get': () => aDetail({ tags: { theirs: '2' }, revisions: { tags: 't2' } }),
      'objectDetail.setTags': done,
    });
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await screen.findByText('theirs=2');
    await type();
    await closed();
    expect(server.calls('objectDetail.setTags').at(-1)).toMatchObject({
      body: { tags: { theirs: '2', mine: '1' } },
      query: { revision: 't2' },
    });
  });

  it('are no more than ten', async () => {
    const tags = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`t${n}`, 'x']));
    await openDetail({ detail: { tags } });
    expect(await screen.findByText('An object has at most 10 tags.')).toBeDefined();
    expect(screen.queryByRole('button', { name: add })).toBeNull();
  });
});

describe('Edit Object Metadata', () => {
  const open = async (options: Parameters<typeof openDetail>[0] = {}) => {
    await import('./metadata-dialog.tsx');
    const opened = await openDetail({
      ...options,
      handlers: { 'objectDetail.setMetadata': done, ...options.handlers },
    });
    const dialog = await edit(opened.user, 'Edit: Object Metadata', 'Edit Object Metadata');
    return { ...opened, dialog, save: dialog.getByRole('button', { name: 'Save' }) };
  };

  it('replaces headers and user metadata', async () => {
    const { user, server, dialog, save } = await open({
      detail: { user_metadata: { cam: 'z6' }, cache_control: 'no-store' },
    });
    expect(dialog.getByText(/Saving creates a new version/)).toBeDefined();
    await user.clear(dialog.getByRole('textbox', { name: 'Cache-Control' }));
    await user.type(dialog.getByRole('textbox', { name: 'Content-Language' }), 'de');
    await user.click(dialog.getByRole('button', { name: 'Add to User metadata' }));
    await user.type(dialog.getByRole('textbox', { name: /key 2/i }), 'Ort');
    await user.type(dialog.getByRole('textbox', { name: /value 2/i }), 'Kiel');
    await user.click(save);
    await closed();
    expect(server.calls('objectDetail.setMetadata')[0]).toMatchObject({
      body: {
        content_type: 'image/jpeg',
        content_language: 'de',
        user_metadata: { cam: 'z6', ort: 'Kiel' },
      },
      query: { revision: 'm1' },
    });
    expect(server.calls('objectDetail.setMetadata')[0]?.body.cache_control).toBeUndefined();
  });

  it('refuses names and values that no header can carry', async () => {
    const { user, dialog, save } = await open({ detail: { user_metadata: { cam: 'z6' } } });
    const key = dialog.getByRole('textbox', { name: /key 1/i });
    await user.clear(key);
    await user.type(key, 'two words');
    expect(save).toBeDisabled();
    expect(await dialog.findByText(/Names consist of a to z/)).toBeDefined();
    await user.clear(key);
    await user.type(key, 'cam');
    await user.type(dialog.getByRole('textbox', { name: 'Expires' }), ' ');
    expect(save).toBeDisabled();
    expect(await dialog.findByText(/without leading or trailing spaces/)).toBeDefined();
  });

  it('says at the pairs why the storage refused them', async () => {
    const detail = 'Your metadata headers exceed the maximum allowed metadata size.';
    const { user, dialog, save } = await open({
      handlers: {
        'objectDetail.setMetadata': refusing('InvalidInput', 'user_metadata', detail),
      },
    });
    await user.type(dialog.getByRole('textbox', { name: 'Content-Language' }), 'de');
    await user.click(save);
    expect(await dialog.findAllByText(detail)).toHaveLength(2);
  });

  it('is for the current version, and for who may write objects', async () => {
    const { unmount } = await openDetail({ detail: { is_latest: false } });
    await section('Object Metadata');
    expect(screen.queryByRole('button', { name: 'Edit: Object Metadata' })).toBeNull();
    unmount();
    await openDetail({ bucket: { allowedActions: ['s3:GetObject*'] } });
    await section('Object Metadata');
    expect(screen.queryByRole('button', { name: 'Edit: Object Metadata' })).toBeNull();
  });
});
