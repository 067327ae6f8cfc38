import type {
  ServiceAccount,
  ServiceAccountCredentials,
} from '@stowage/contract/identity/service-accounts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ServiceAccountsSection } from './service-accounts-section.tsx';
import { dialogGone, openCreate, POLICY, serverWith } from './testing/service-accounts.ts';

vi.mock('#web/ui/code-editor.tsx', () => import('#web/testing/plain-editor.tsx'));
afterEach(() => vi.restoreAllMocks());

const SECRET = 'the-secret-that-is-shown-once';

async function open(accounts: ServiceAccount[], handlers: Handlers = {}, canEdit = true) {
  const server = serverWith(accounts, handlers, canEdit);
  return { ...(await renderScreen(<ServiceAccountsSection />)), server };
}

describe('the dialog Create Service Account', () => {
  const created = { accessKey: 'NEWKEY', secretKey: SECRET };

  it('sends no more than an empty policy where nothing is entered [SVCACCT-09] [SVCACCT-12]', async () => {
    const { user, server } = await open([], { 'serviceAccounts.create': () => created });
    const dialog = await openCreate(user);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await screen.findByRole('dialog', { name: 'New Service Account Created' });
    expect(server.calls('serviceAccounts.create')[0]?.body).toEqual({ policy: '' });
  });

  it('takes a policy as JSON, a name, a description and an expiry [SVCACCT-10]', async () => {
    const { user, server } = await open([], { 'serviceAccounts.create': () => created });
    const dialog = await openCreate(user);
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Reports');
    await user.type(dialog.getByRole('textbox', { name: 'Description' }), 'for the team');
    const expiration = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 16);
    fireEvent.change(dialog.getByLabelText('Expires'), { target: { value: expiration } });
    await user.click(dialog.getByRole('switch', { name: /^Restrict beyond user policy/ }));
    fireEvent.change(await dialog.findByLabelText('Policy (JSON)'), { target: { value: POLICY } });
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await screen.findByRole('dialog', { name: 'New Service Account Created' });
    expect(server.calls('serviceAccounts.create')[0]?.body).toEqual({
      policy: POLICY,
      name: 'Reports',
      description: 'for the team',
      expiration: new Date(expiration).toISOString(),
    });
  });

  it('takes keys of one’s own choice [SVCACCT-11] [SVCACCT-13]', async () => {
    const { user, server } = await open([], {
      'serviceAccounts.createWithKeys': ({ body }) => body,
    });
    const dialog = await openCreate(user);
    await user.click(dialog.getByRole('switch', { name: /^Customize credentials/ }));
    await user.type(dialog.getByRole('textbox', { name: /Access Key/ }), 'my-key');
    await user.type(dialog.getByLabelText(/^Secret Key/), SECRET);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await screen.findByRole('dialog', { name: 'New Service Account Created' });
    expect(server.calls('serviceAccounts.createWithKeys')[0]?.body).toEqual({
      policy: '',
      accessKey: 'my-key',
      secretKey: SECRET,
    });
  });

  it.each([
    ['Name', '1st', 'Enter up to 32 characters, beginning with a letter.'],
    ['Description', 'é'.repeat(129), 'Enter at most 256 bytes.'],
    ['Expires', '2020-01-01T00:00', 'Choose a time 15 minutes to 365 days from now.'],
  ])('says at %s what is wrong with it', async (label, value, message) => {
    const { user } = await open([]);
    const dialog = await openCreate(user);
    const field = dialog.getByLabelText(label);
    fireEvent.change(field, { target: { value } });
    expect(fieldError(field)).toBe(message);
    expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  });

  it.each([
    ['that is empty', '', 'Enter a policy, or do not restrict the service account.'],
    [
      'that is too large',
      JSON.stringify({ Version: 'x'.repeat(4100) }),
      'The policy has more than 4,096 bytes.',
    ],
  ])('judges a policy %s', async (_, text, message) => {
    const { user } = await open([]);
    const dialog = await openCreate(user);
    await user.click(dialog.getByRole('switch', { name: /^Restrict beyond user policy/ }));
    fireEvent.change(await dialog.findByLabelText('Policy (JSON)'), { target: { value: text } });
    expect(await dialog.findByText(message)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  });

  it.each([
    ['is broken off', '{', /^Line 1This is not valid JSON/],
    [
      'the engine refuses',
      '{"Version":"2012-10-17",\n"Statement":[{"Effect":"Perhaps"}]}',
      /^Line 2.*Allow or Deny/,
    ],
  ])('says once, at its line, why a policy %s', async (_, text, message) => {
    const { user } = await open([]);
    const dialog = await openCreate(user);
    await user.click(dialog.getByRole('switch', { name: /^Restrict beyond user policy/ }));
    fireEvent.change(await dialog.findByLabelText('Policy (JSON)'), { target: { value: text } });
    const list = await dialog.findByRole('list', { name: 'Problems in the policy' });
    const [finding, ...others] = within(list).getAllByRole('button');
    expect(finding).toHaveTextContent(message);
    expect(others).toEqual([]);
    expect(dialog.queryByText(/^Line \d+: /)).toBeNull();
    expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  });

  it('warns of what is probably a mistake, and takes it; begins from a template', async () => {
    const { user } = await open([]);
    const dialog = await openCreate(user);
    await user.click(dialog.getByRole('switch', { name: /^Restrict beyond user policy/ }));
    const editor = await dialog.findByLabelText('Policy (JSON)');
    const text = POLICY.replace('s3:GetObject', 's3:getobject');
    fireEvent.change(editor, { target: { value: text } });
    expect(await dialog.findByText(/Did you mean s3:GetObject\?/)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Create' })).not.toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Templates' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Read a bucket' }));
    await waitFor(() => expect(editor).not.toHaveValue(text));
    expect(dialog.getByRole('button', { name: 'Create' })).not.toBeDisabled();
  });

  it('asks for both keys, of a length that the server takes', async () => {
    const { user } = await open([]);
    const dialog = await openCreate(user);
    await user.click(dialog.getByRole('switch', { name: /^Customize credentials/ }));
    expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
    const key = dialog.getByRole('textbox', { name: /Access Key/ });
    await user.type(key, 'a=b');
    expect(fieldError(key)).toBe('Enter 3 to 20 characters, without = and ,');
    const secret = dialog.getByLabelText(/^Secret Key/);
    await user.type(secret, 'short');
    expect(fieldError(secret)).toBe('Enter 8 to 40 characters.');
  });

  it('keeps what was entered when the server refuses, and says why at the field', async () => {
    const { user } = await open([], {
      'serviceAccounts.createWithKeys': () =>
        fail('InvalidInput', { field: 'accessKey', detail: 'This access key is taken.' }),
    });
    const dialog = await openCreate(user);
    await user.click(dialog.getByRole('switch', { name: /^Customize credentials/ }));
    const key = dialog.getByRole('textbox', { name: /Access Key/ });
    await user.type(key, 'taken');
    await user.type(dialog.getByLabelText(/^Secret Key/), SECRET);
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(fieldError(key)).toBe('This access key is taken.'));
    expect(key).toHaveValue('taken');
    expect(JSON.stringify(clientState())).not.toContain(SECRET);
  });
});

describe('the dialog New Service Account Created', () => {
  async function create(answer: ServiceAccountCredentials) {
    const opened = await open([], { 'serviceAccounts.create': () => answer });
    const dialog = await openCreate(opened.user);
    await opened.user.click(dialog.getByRole('button', { name: 'Create' }));
    const made = within(await screen.findByRole('dialog', { name: 'New Service Account Created' }));
    return { ...opened, made };
  }

  it.each([
    ['one pair', { accessKey: 'NEWKEY', secretKey: SECRET }],
    ['a list', { console: [{ accessKey: 'NEWKEY', secretKey: SECRET }], idp: false }],
    ['a pair below console', { console: { accessKey: 'NEWKEY', secretKey: SECRET } }],
  ])('shows %s [SVCACCT-15] [SVCACCT-16]', async (_, answer) => {
    const { made } = await create(answer);
    expect(made.getByText('NEWKEY')).toBeDefined();
    expect(made.getByText(SECRET)).toBeDefined();
  });

  it('leads to the identity provider that gives the credentials out [SVCACCT-15]', async () => {
    const { made } = await create({ accessKey: '', secretKey: '', idp: true });
    expect(made.getByText(/Log in at the external identity provider/)).toBeDefined();
    expect(made.queryByRole('button', { name: 'Download for import' })).toBeNull();
  });

  it('saves the credentials as JSON [SVCACCT-18]', async () => {
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:test';
    });
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user, made } = await create({ accessKey: 'NEWKEY', secretKey: SECRET });
    await user.click(made.getByRole('button', { name: 'Download for import' }));
    expect(JSON.parse(await (blobs[0] as Blob).text())).toMatchObject({
      url: 'http://storage.example.test',
      accessKey: 'NEWKEY',
      secretKey: SECRET,
    });
    expect(revoke).not.toHaveBeenCalled();
    await user.click(made.getByRole('button', { name: 'Done' }));
    await dialogGone();
    await waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:test'));
  });

  it('lets the secret go with Done: from the page, the caches and the browser’s storage [SVCACCT-17] [SVCACCT-19]', async () => {
    const { user, made, queryClient, history } = await create({
      accessKey: 'NEWKEY',
      secretKey: SECRET,
    });
    await user.click(made.getByRole('button', { name: 'Done' }));
    await dialogGone();
    const kept = () =>
      JSON.stringify([
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ state, queryKey }) => [state, queryKey]),
        queryClient
          .getMutationCache()
          .getAll()
          .map(({ state }) => state),
        clientState(),
        { ...localStorage },
        { ...sessionStorage },
        history.location,
        document.documentElement.outerHTML,
      ]);
    await waitFor(() => expect(kept()).not.toContain(SECRET));
    const dialog = await openCreate(user);
    expect(dialog.queryByText(SECRET)).toBeNull();
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  });
});
