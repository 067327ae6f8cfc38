import type { ConfigDetail } from '@stowage/contract/settings/configs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ConfigPage } from './config-page.tsx';
import { aConfig, aValue } from './testing/configs.ts';

async function open(detail: ConfigDetail, handlers: Handlers = {}, query = '') {
  const server = fakeServer({
    'settings.getConfig': () => detail,
    'settings.setConfig': () => ({ restart: true }),
    ...handlers,
  });
  const rendered = await renderScreen(<ConfigPage />, {
    route: `/settings/${detail.name}${query}`,
    pattern: '/settings/:option',
  });
  return { ...rendered, server };
}

const api = aConfig('api', {
  key_values: [
    aValue('requests_max', {
      value: '7',
      type: 'number',
      description: 'most requests at one time',
      default: '0',
    }),
    aValue('cors_allow_origin', { value: 'https://a,https://b', type: 'csv', default: '*' }),
    aValue('odirect', { value: 'on', type: 'boolean', locked_by: 'MINIO_API_ODIRECT' }),
    aValue('comment', { type: 'sentence' }),
  ],
});

const save = () => screen.getByRole('button', { name: 'Save' });

async function review(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(save());
  return within(await screen.findByRole('dialog'));
}

describe('a configuration', () => {
  it('has its title, the way back, and a form of what is set [SETTINGS-06] [SETTINGS-07] [SETTINGS-08] [SETTINGS-09] [SETTINGS-11]', async () => {
    await open(api);
    expect(await screen.findByRole('heading', { name: 'API Settings' })).toBeInTheDocument();
    const back = screen.getByRole('link', { name: 'Return to Settings' });
    expect(back).toHaveAttribute('href', '/settings');
    expect(screen.getByLabelText('Requests Max')).toHaveValue('7');
    expect(screen.getByText('Most requests at one time')).toBeVisible();
    expect(save()).toBeVisible();
  });

  it('shows a value that hides how it reads before it is saved', async () => {
    const { user } = await open(api);
    await user.type(await screen.findByLabelText('Comment'), 'a\u202Egpj.exe');
    const dialog = await review(user);
    expect(dialog.getByText('a[U+202E]gpj.exe')).toBeVisible();
  });

  it('says what differs from its default, and goes back to it', async () => {
    const { user } = await open(api);
    expect(await screen.findByText('Default: 0')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Requests Max: use default' }));
    expect(screen.getByLabelText('Requests Max')).toHaveValue('0');
    expect(screen.queryByRole('button', { name: 'Requests Max: use default' })).toBeNull();
  });

  it('cannot be changed where the environment holds it, and names the variable', async () => {
    await open(api);
    expect(await screen.findByRole('switch', { name: 'Odirect' })).toBeDisabled();
    expect(screen.getByText(/environment variable .*MINIO_API_ODIRECT/)).toBeVisible();
  });

  it('shows what changes before it is saved, then returns to all settings [SETTINGS-39] [SETTINGS-40] [SETTINGS-43] [SETTINGS-44]', async () => {
    const { user, server, history } = await open(api);
    const requests = await screen.findByLabelText('Requests Max');
    await user.clear(requests);
    await user.type(requests, '12');
    const origins = within(screen.getByRole('group', { name: 'CORS Allow Origin' }));
    await user.clear(origins.getByLabelText('CORS Allow Origin: entry 1'));
    await user.click(origins.getByRole('button', { name: 'Add to CORS Allow Origin' }));
    await user.type(origins.getByLabelText('CORS Allow Origin: entry 3'), ' https://c ');
    const dialog = await review(user);
    expect(dialog.getByText(/^2 settings change/)).toBeVisible();
    expect(dialog.getByText('https://a,https://b')).toBeVisible();
    expect(dialog.getByText('https://b,https://c')).toBeVisible();
    expect(server.calls('settings.setConfig')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(history.location.pathname).toBe('/settings'));
    expect(server.calls('settings.setConfig')[0]).toMatchObject({
      params: { name: 'api' },
      query: { revision: 'r1' },
      body: {
        key_values: [
          { key: 'requests_max', value: '12' },
          { key: 'cors_allow_origin', value: 'https://b,https://c' },
        ],
        reset_keys: [],
      },
    });
    expect(clientState().serverNeedsRestart).toBe(true);
  });

  it('needs no restart where the change is in effect', async () => {
    const { user, history } = await open(api, { 'settings.setConfig': () => ({ restart: false }) });
    await user.type(await screen.findByLabelText('Comment'), 'note');
    const dialog = await review(user);
    expect(dialog.getByText(/Changes take effect at once/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(history.location.pathname).toBe('/settings'));
    expect(clientState().serverNeedsRestart).toBe(false);
  });

  it('says at the field and in the dialog why the server refuses it [SETTINGS-48] [SETTINGS-51]', async () => {
    const { user } = await open(api, {
      'settings.setConfig': () =>
        fail('InvalidInput', { field: 'comment', detail: 'No such words.' }),
    });
    await user.type(await screen.findByLabelText('Comment'), 'note');
    const dialog = await review(user);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('No such words.')).toBeVisible();
    expect(clientState().modalErrorMessage).toMatchObject({
      errorMessage: 'The request is not valid.',
      detailedError: 'No such words.',
    });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('No such words.')).toBeVisible();
    expect(screen.getByLabelText('Comment')).toHaveValue('note');
  });

  it.each([
    ['goes away', () => fail('StorageUnreachable')],
    ['does not answer', () => fail('StorageTimeout')],
  ])('keeps its changes when the storage server %s while they are saved', async (_, away) => {
    let isAway = true;
    const { user, server, history } = await open(api, {
      'settings.setConfig': () => (isAway ? away() : { restart: false }),
    });
    await user.type(await screen.findByLabelText('Comment'), 'note');
    const dialog = await review(user);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    expect(history.location.pathname).not.toBe('/settings');
    isAway = false;
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(history.location.pathname).toBe('/settings'));
    const [first, second] = server.calls('settings.setConfig');
    expect(second?.body).toEqual(first?.body);
  });

  it.each([
    ['"quoted', 'It must not begin or end with a quotation mark.'],
    ["it's quoted'", 'It must not begin or end with a quotation mark.'],
    [
      'a odirect=on',
      'It must not contain “odirect=”: the server would read it as another setting.',
    ],
  ])('is refused before it is sent where the server could not read %s', async (text, error) => {
    const { user } = await open(api);
    const comment = await screen.findByLabelText('Comment');
    await user.type(comment, text);
    await user.click(save());
    expect(fieldError(comment)).toBe(error);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.clear(comment);
    await user.type(comment, 'a "quoted" word');
    await review(user);
  });

  it('that somebody else has changed is compared again, and only the own changes are sent', async () => {
    const newer = aConfig('api', {
      ...api,
      revision: 'r2',
      key_values: [
        aValue('requests_max', { value: '99', type: 'number', default: '0' }),
        ...api.key_values.slice(1),
      ],
    });
    let saved = 0;
    const { user, server, history } = await open(api, {
      'settings.getConfig': () => (saved === 0 ? api : newer),
      'settings.setConfig': () => {
        saved += 1;
        return saved === 1 ? fail('ChangedMeanwhile') : { restart: false };
      },
    });
    await user.type(await screen.findByLabelText('Comment'), 'note');
    const dialog = await review(user);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    expect(await dialog.findByText(/Somebody else has saved/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(history.location.pathname).toBe('/settings'));
    expect(server.calls('settings.setConfig')[1]).toMatchObject({
      query: { revision: 'r2' },
      body: { key_values: [{ key: 'comment', value: 'note' }], reset_keys: [] },
    });
  });

  it('that cannot be loaded again says so, and leaves no failure unhandled', async () => {
    let isAway = false;
    const { user } = await open(api, {
      'settings.getConfig': () => (isAway ? fail('StorageTimeout') : api),
      'settings.setConfig': () => fail('ChangedMeanwhile'),
    });
    await user.type(await screen.findByLabelText('Comment'), 'note');
    const dialog = await review(user);
    isAway = true;
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() => expect(clientState().modalSnackBar?.type).toBe('error'));
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false);
  });

  it('gets its defaults again when that is confirmed', async () => {
    const { user, server, history } = await open(
      { ...api, stored: true },
      { 'settings.resetConfig': () => ({ restart: false }) },
    );
    await user.click(await screen.findByRole('button', { name: 'Reset all' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset API' }));
    await user.click(dialog.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(history.location.pathname).toBe('/settings'));
    expect(server.calls('settings.resetConfig')[0]).toMatchObject({
      params: { name: 'api' },
      query: { revision: 'r1' },
    });
  });

  it('is not found where nobody has it [SETTINGS-10]', async () => {
    await open(aConfig('warp_drive'), { 'settings.getConfig': () => fail('NotFound') });
    expect(await screen.findByRole('heading', { name: 'Not found.' })).toBeVisible();
  });

  it('says that the connected server does not have it', async () => {
    await open(aConfig('cache'), { 'settings.getConfig': () => fail('NotFound') });
    expect(
      await screen.findByText('The connected server does not have this configuration.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

describe('a list of a configuration', () => {
  it('has a further row once the last one is filled, and settles half a second after typing [SETTINGS-41] [SETTINGS-42]', async () => {
    const { user } = await open(aConfig('api', { key_values: [aValue('cors_allow_origin')] }));
    const group = within(await screen.findByRole('group', { name: 'CORS Allow Origin' }));
    const add = group.getByRole('button', { name: 'Add to CORS Allow Origin' });
    expect(add).toBeDisabled();
    const start = performance.now();
    fireEvent.change(group.getByLabelText('CORS Allow Origin: entry 1'), {
      target: { value: 'https://a' },
    });
    expect(save()).toHaveAttribute('aria-disabled', 'true');
    // The field is not blurred: the change alone counts.
    await waitFor(() => expect(save()).not.toHaveAttribute('aria-disabled'), { timeout: 20_000 });
    expect(performance.now() - start).toBeGreaterThan(450);
    expect(add).not.toBeDisabled();
    await user.click(add);
    expect(group.getByLabelText('CORS Allow Origin: entry 2')).toBeVisible();
    expect(add).toBeDisabled();
  });
});

describe('targets of a configuration', () => {
  const webhook = aConfig('logger_webhook', {
    multiple: true,
    key_values: [
      aValue('enable', { value: 'off', type: 'on|off', default: 'off' }),
      aValue('endpoint', { type: 'url', required: true }),
      aValue('auth_token', { secret: { is_set: false } }),
      aValue('batch_size', { value: '1', type: 'number', default: '1' }),
    ],
    targets: [{ name: 'b', enabled: true, from_environment: false }],
  });

  it('are switched on by whoever fills them in, with a secret that only goes there [SETTINGS-35] [SETTINGS-36]', async () => {
    const { user, server, history } = await open(webhook);
    await user.type(await screen.findByLabelText(/^Endpoint/), 'http://x/');
    expect(screen.getByText('This is off now. Saving turns it on.')).toBeVisible();
    expect(save()).toHaveAttribute('title', 'Field cannot be empty');
    await user.type(screen.getByLabelText(/^Auth Token/), 'geheim');
    const dialog = await review(user);
    expect(dialog.queryByText('geheim')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(history.location.pathname).toBe('/settings'));
    expect(server.calls('settings.setConfig')[0]?.body).toEqual({
      key_values: [
        { key: 'enable', value: 'on' },
        { key: 'endpoint', value: 'http://x/' },
        { key: 'auth_token', value: 'geheim' },
      ],
      reset_keys: [],
    });
  });

  it('ask before another one is opened over what was typed', async () => {
    const { user, history } = await open(webhook);
    const endpoint = await screen.findByLabelText(/^Endpoint/);
    await user.type(endpoint, 'http://x/');
    await user.click(screen.getByRole('button', { name: 'Add target' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(endpoint).toHaveValue('http://x/');
    await user.selectOptions(screen.getByLabelText('Target'), 'b');
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(history.location.search).toBe('?target=b'));
  });

  it('are added under a name that none has', async () => {
    const { user, server, history } = await open(webhook);
    await user.click(await screen.findByRole('button', { name: 'Add target' }));
    const name = await screen.findByLabelText(/^Name of the target/);
    await user.type(name, 'b');
    expect(await screen.findByText('A target with this name exists already.')).toBeVisible();
    await user.type(name, '2');
    await user.type(screen.getByLabelText(/^Endpoint/), 'http://x/');
    await user.type(screen.getByLabelText(/^Auth Token/), 'geheim');
    await user.click((await review(user)).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(history.location.pathname).toBe('/settings'));
    expect(server.calls('settings.setConfig')[0]?.query).toEqual({
      arn_resource_id: 'b2',
      revision: 'none',
    });
  });

  it('are removed when that is confirmed, and keep their secret until then', async () => {
    const stored = aConfig('logger_webhook', {
      ...webhook,
      stored: true,
      key_values: [
        aValue('endpoint', { value: 'http://x/', required: true }),
        aValue('auth_token', { secret: { is_set: true } }),
      ],
    });
    const { user, server, history } = await open(
      stored,
      { 'settings.resetConfig': () => ({ restart: false }) },
      '?target=b',
    );
    expect(await screen.findByRole('button', { name: 'Change Auth Token' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove target' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(history.location.pathname).toBe('/settings'));
    expect(server.calls('settings.resetConfig')[0]?.query).toMatchObject({ arn_resource_id: 'b' });
  });
});
