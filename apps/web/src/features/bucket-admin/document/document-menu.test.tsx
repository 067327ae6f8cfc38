import type { BucketDocument, SectionChange } from '@stowage/contract/bucket-admin/document';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aBucket } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DocumentMenu } from './document-menu.tsx';

const settings: BucketDocument = {
  kind: 'stowage/bucket-settings',
  version: 1,
  bucket: 'archive',
  exportedAt: '2026-11-21T10:00:00Z',
  settings: { versioning: 'enabled', quota: 1024, tags: { team: 'a' } },
};
const changes: SectionChange[] = [
  { section: 'versioning', to: 'enabled' },
  { section: 'quota', from: '2048', to: '1024', refusal: 'Your account may not set a quota.' },
  { section: 'tags', from: '{\n  "team": "b"\n}', to: '{\n  "team": "a"\n}' },
];
const preview = { changes, revision: 'p1' };

async function open(handlers: Handlers = {}, allowedActions = ['s3:*']) {
  const server = fakeServer({
    'bucketAdmin.exportSettings': () => settings,
    'bucketAdmin.previewSettings': () => preview,
    'buckets.list': () => ({
      buckets: ['photos', 'archive', 'backup'].map((name) => aBucket({ name })),
      total: 3,
    }),
    ...handlers,
  });
  const bucket = aBucket({ name: 'photos', allowedActions });
  return { ...(await renderScreen(<DocumentMenu bucket={bucket} />)), server };
}

async function choose(user: UserEvent, item: string) {
  await user.click(screen.getByRole('button', { name: 'Export / import settings' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

async function openApply(user: UserEvent) {
  await choose(user, 'Apply settings…');
  return within(await screen.findByRole('dialog', { name: 'Apply settings to photos' }));
}

type Dialog = Awaited<ReturnType<typeof openApply>>;

async function giveFile(user: UserEvent, dialog: Dialog, text = JSON.stringify(settings)) {
  const file = new File([text], 'archive-settings.json', { type: 'application/json' });
  await user.upload(dialog.getByLabelText('Choose a file', { selector: 'input' }), file);
  await dialog.findByText('archive-settings.json');
}

async function openPreview(user: UserEvent) {
  const dialog = await openApply(user);
  await giveFile(user, dialog);
  await user.click(dialog.getByRole('button', { name: 'Preview the changes' }));
  await dialog.findAllByRole('listitem');
  return dialog;
}

describe('the menu of settings as a document', () => {
  it('saves the settings of the bucket as a file', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:one';
    });
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const { user } = await open();
    await choose(user, 'Export settings');
    await waitFor(() => expect(names).toEqual(['photos-settings.json']));
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(settings);
  });

  it('says why the settings cannot be exported', async () => {
    const { user } = await open({ 'bucketAdmin.exportSettings': () => fail('StorageTimeout') });
    await choose(user, 'Export settings');
    await waitFor(() => expect(clientState().modalSnackBar?.type).toBe('error'));
  });

  it.each([
    [['s3:ListBucket'], 1],
    [['s3:GetObject', 'admin:*'], 0],
  ])('is there with %j: %i', async (allowedActions, count) => {
    await open({}, allowedActions);
    expect(screen.queryAllByRole('button', { name: 'Export / import settings' })).toHaveLength(
      count,
    );
  });
});

describe('the dialog Apply settings', () => {
  it('shows the document of a file before it previews', async () => {
    const { user, server } = await open();
    const dialog = await openApply(user);
    const submit = dialog.getByRole('button', { name: 'Preview the changes' });
    expect(submit).toBeDisabled();
    expect(dialog.getByText('No file is chosen.')).toBeDefined();
    await giveFile(user, dialog);
    expect(dialog.getByText(/Settings of archive, exported 21 Nov 2026/)).toBeDefined();
    await user.click(submit);
    await dialog.findAllByRole('listitem');
    expect(server.calls('bucketAdmin.previewSettings')[0]).toMatchObject({
      params: { bucket: 'photos' },
      body: settings,
    });
  });

  it.each([
    ['not JSON at all', /not valid JSON: error in line 1, column 1/],
    ['{}', /does not contain bucket settings/],
    [JSON.stringify({ ...settings, kind: 'other' }), /wrong kind: other/],
    [JSON.stringify({ ...settings, version: 7 }), /has version 7/],
    [
      JSON.stringify({ ...settings, settings: { quota: 'much' } }),
      /settings\.quota has an invalid value/,
    ],
    [' '.repeat(2 * 1024 * 1024 + 1), /larger than 2\.0 MiB/],
  ])('says what is wrong with a file', async (text, message) => {
    const { user } = await open();
    const dialog = await openApply(user);
    await giveFile(user, dialog, text);
    expect(await dialog.findByText(message)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Preview the changes' })).toBeDisabled();
  });

  it('takes the settings of another bucket', async () => {
    const { user, server } = await open();
    const dialog = await openApply(user);
    await user.click(dialog.getByRole('radio', { name: 'another bucket' }));
    expect(dialog.getByRole('button', { name: 'Preview the changes' })).toBeDisabled();
    await user.type(dialog.getByRole('combobox', { name: /Bucket/ }), 'arch');
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['archive']);
    await user.click(options[0] as Element);
    await user.click(dialog.getByRole('button', { name: 'Preview the changes' }));
    await dialog.findAllByRole('listitem');
    expect(server.calls('bucketAdmin.exportSettings')[0]?.params.bucket).toBe('archive');
    expect(server.calls('bucketAdmin.previewSettings')[0]?.body).toEqual(settings);
  });

  it('does not offer the bucket itself', async () => {
    const { user } = await open();
    const dialog = await openApply(user);
    await user.click(dialog.getByRole('radio', { name: 'another bucket' }));
    await user.click(dialog.getByRole('combobox', { name: /Bucket/ }));
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['archive', 'backup']);
  });

  it('shows each section as it is and as it would be, with what is refused and why', async () => {
    const { user } = await open();
    const dialog = await openPreview(user);
    expect(dialog.getByText(/3 sections differ/)).toBeDefined();
    const [versioning, , tags] = dialog.getAllByRole('listitem');
    const sides = within(versioning as HTMLElement);
    expect(sides.getByRole('heading', { name: 'Now' })).toBeDefined();
    expect(sides.getByText('nothing set')).toBeDefined();
    expect(sides.getByText(/\+ enabled/)).toBeDefined();
    expect(within(tags as HTMLElement).getByText(/−\s+"team": "b"/)).toBeDefined();
    expect(within(tags as HTMLElement).getByText(/\+\s+"team": "a"/)).toBeDefined();
    expect(dialog.getByRole('checkbox', { name: 'Versioning' })).toBeChecked();
    const quota = dialog.getByRole('checkbox', { name: 'Quota' });
    expect(quota).toBeDisabled();
    expect(quota).not.toBeChecked();
    expect(dialog.getByText(/Cannot be applied: Your account may not set a quota/)).toBeDefined();
  });

  it('says when nothing would change', async () => {
    const { user } = await open({
      'bucketAdmin.previewSettings': () => ({ changes: [], revision: 'p1' }),
    });
    const dialog = await openApply(user);
    await giveFile(user, dialog);
    await user.click(dialog.getByRole('button', { name: 'Preview the changes' }));
    expect(await dialog.findByText(/Nothing would change/)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    expect(dialog.getByText('archive-settings.json')).toBeDefined();
  });

  it('applies what is chosen and tells how each section went', async () => {
    const { user, server } = await open({
      'bucketAdmin.applySettings': () => ({
        results: [
          { section: 'versioning', errorString: 'The bucket is replicated.' },
          { section: 'tags' },
        ],
      }),
    });
    const dialog = await openPreview(user);
    await user.click(dialog.getByRole('button', { name: 'Apply 2 sections' }));
    expect(await dialog.findByText('1 section was applied.')).toBeDefined();
    const [versioning, tags] = dialog.getAllByRole('listitem');
    expect(versioning).toHaveTextContent('Versioning not applied');
    expect(versioning).toHaveTextContent('The bucket is replicated.');
    expect(tags).toHaveTextContent('Tags applied');
    expect(server.calls('bucketAdmin.applySettings')[0]).toMatchObject({
      params: { bucket: 'photos' },
      body: { document: settings, sections: ['versioning', 'tags'], revision: 'p1' },
    });
    await user.click(dialog.getByRole('button', { name: 'Preview again' }));
    await waitFor(() => expect(server.calls('bucketAdmin.previewSettings')).toHaveLength(2));
  });

  it('leaves out the sections that nobody chose', async () => {
    const { user, server } = await open({
      'bucketAdmin.applySettings': () => ({ results: [{ section: 'tags' }] }),
    });
    const dialog = await openPreview(user);
    await user.click(dialog.getByRole('checkbox', { name: 'Versioning' }));
    await user.click(dialog.getByRole('button', { name: 'Apply 1 section' }));
    await dialog.findByText('1 section was applied.');
    expect(server.calls('bucketAdmin.applySettings')[0]?.body.sections).toEqual(['tags']);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await openApply(user);
    expect(again.getByText('No file is chosen.')).toBeDefined();
  });

  it('looks again when somebody else has changed the bucket since, and keeps the choice', async () => {
    const { user, server } = await open({
      'bucketAdmin.applySettings': ({ body }) =>
        body.revision === 'p2' ? { results: [{ section: 'tags' }] } : fail('ChangedMeanwhile'),
    });
    const dialog = await openPreview(user);
    await user.click(dialog.getByRole('checkbox', { name: 'Versioning' }));
    await user.click(dialog.getByRole('button', { name: 'Apply 1 section' }));
    server.use({ 'bucketAdmin.previewSettings': () => ({ changes, revision: 'p2' }) });
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() => expect(server.calls('bucketAdmin.previewSettings')).toHaveLength(2));
    await user.click(await dialog.findByRole('button', { name: 'Apply 1 section' }));
    expect(await dialog.findByText('1 section was applied.')).toBeDefined();
  });

  it('stays with what was chosen when the preview fails', async () => {
    const { user } = await open({
      'bucketAdmin.previewSettings': () =>
        fail('InvalidInput', { field: 'settings.policy', detail: 'The policy names no resource.' }),
    });
    const dialog = await openApply(user);
    await giveFile(user, dialog);
    await user.click(dialog.getByRole('button', { name: 'Preview the changes' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The policy names no resource.');
    expect(dialog.getByText('archive-settings.json')).toBeDefined();
  });

  it('says when the settings of the other bucket may not be read', async () => {
    const { user } = await open({ 'bucketAdmin.exportSettings': () => fail('AccessDenied') });
    const dialog = await openApply(user);
    await user.click(dialog.getByRole('radio', { name: 'another bucket' }));
    await user.click(dialog.getByRole('combobox', { name: /Bucket/ }));
    await user.click((await screen.findAllByRole('option'))[0] as Element);
    await user.click(dialog.getByRole('button', { name: 'Preview the changes' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(/no permission/);
  });
});
