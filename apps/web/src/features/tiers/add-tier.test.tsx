import type { TierType } from '@stowage/contract/tiers';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AddTierPage } from './add-tier-page.tsx';
import { TierFormPage } from './tier-form-page.tsx';

const NAME_RULE =
  'Please verify that string is uppercase only and contains valid characters (numbers, dashes & underscores).';

async function openForm(service: string, handlers: Handlers = {}) {
  const server = fakeServer({ 'tiers.add': () => undefined, ...handlers });
  const rendered = await renderScreen(<TierFormPage />, {
    ...{ pattern: '/tiers/add/:service', route: `/tiers/add/${service}` },
    session: aSession({ allowedActions: ['admin:*'] }),
  });
  return { ...rendered, server };
}

const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const save = () => screen.getByRole('button', { name: 'Save' });
const isRefused = () => save().getAttribute('aria-disabled') === 'true';
const file = () => document.querySelector<HTMLInputElement>('input[type="file"]');

describe('the kinds of tiers', () => {
  it('lead to their forms, and back to the list [TIERS-08] [TIERS-09] [TIERS-10]', async () => {
    fakeServer();
    await renderScreen(<AddTierPage />, { pattern: '/tiers/add', route: '/tiers/add' });
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      '/tiers',
      '/tiers/add/minio',
      '/tiers/add/gcs',
      '/tiers/add/s3',
      '/tiers/add/azure',
    ]);
  });
});

const PLACE = { Bucket: 'archive', Prefix: 'site-1', Region: 'eu-1' };
const KEYS = { 'Access Key': 'the-key', 'Secret Key': 'the-secret' };
const place = { bucket: 'archive', prefix: 'site-1', region: 'eu-1' };

describe('the form', () => {
  it.each<[TierType, string, readonly string[]]>([
    ['minio', '', ['Access Key', 'Secret Key', 'Storage Class']],
    ['s3', 'https://s3.amazonaws.com', ['Access Key', 'Secret Key', 'Storage Class']],
    ['gcs', 'https://storage.googleapis.com/', ['Credentials']],
    ['azure', 'http://blob.core.windows.net', ['Account Name', 'Account Key']],
  ])(
    'of %s has its fields and its endpoint [TIERS-11] [TIERS-13] [TIERS-14] [TIERS-15] [TIERS-16] [TIERS-19] [TIERS-20] [TIERS-21] [TIERS-22]',
    async (service, endpoint, own) => {
      await openForm(service);
      for (const label of ['Name', 'Endpoint', 'Bucket', 'Prefix', 'Region', ...own]) {
        expect(field(label)).toBeDefined();
      }
      expect(field('Endpoint').value).toBe(endpoint);
      const others = ['Access Key', 'Secret Key', 'Credentials', 'Account Name', 'Account Key'];
      for (const label of others.filter((name) => !own.includes(name))) {
        expect(screen.queryByLabelText(label)).toBeNull();
      }
    },
  );

  it.each(['tape', 'constructor'])(
    'is none where the address names no kind, as %s, and that of s3 by default [TIERS-12]',
    async (service) => {
      const { user } = await openForm(service);
      expect(screen.getByText('There is no such kind of tier')).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
      await user.click(screen.getByRole('link', { name: 'Add AWS S3 Tier' }));
      expect(await screen.findByRole('heading', { name: 'Add AWS S3 Tier' })).toBeVisible();
      expect(field('Endpoint').value).toBe('https://s3.amazonaws.com');
    },
  );

  it.each<[TierType, Record<string, string>, string, object]>([
    [
      'minio',
      { ...KEYS, Endpoint: 'https://cold.example.net', 'Storage Class': 'STANDARD' },
      's3',
      { accesskey: 'the-key', secretkey: 'the-secret', storageclass: 'STANDARD' },
    ],
    ['s3', KEYS, 's3', { accesskey: 'the-key', secretkey: 'the-secret' }],
    [
      'azure',
      { 'Account Name': 'me', 'Account Key': 'the-key' },
      'azure',
      { accountname: 'me', accountkey: 'the-key' },
    ],
  ])(
    'of %s is sent once everything is there [TIERS-17] [TIERS-18] [TIERS-25] [TIERS-26] [TIERS-28] [TIERS-29]',
    async (service, own, type, block) => {
      const { user, server, history } = await openForm(service);
      for (const [label, value] of Object.entries({ Name: 'cold-1_x', ...own, ...PLACE })) {
        expect(isRefused(), label).toBe(true);
        await user.type(field(label), value);
      }
      expect(field('Name').value).toBe('COLD-1_X');
      expect(isRefused()).toBe(false);
      await user.click(save());
      await waitFor(() => expect(history.location.pathname).toBe('/tiers'));
      expect(server.calls('tiers.add')).toMatchObject([
        { body: { type, [type]: { name: 'COLD-1_X', ...place, ...block } } },
      ]);
      expect(clientState().modalSnackBar?.message).toBe('The tier COLD-1_X was added.');
    },
  );

  it('of gcs needs the credentials file, as JSON [TIERS-27] [TIERS-30]', async () => {
    const { user, server } = await openForm('gcs');
    for (const [label, value] of Object.entries({ Name: 'ICE', ...PLACE })) {
      await user.type(field(label), value);
    }
    expect(isRefused()).toBe(true);
    expect(file()?.accept).toBe('.json');
    await user.upload(file() as HTMLInputElement, new File(['{"a":1}'], 'account.json'));
    await waitFor(() => expect(isRefused()).toBe(false));
    await user.click(save());
    await waitFor(() => expect(server.calls('tiers.add')).toHaveLength(1));
    expect(server.calls('tiers.add')[0]?.body).toMatchObject({
      type: 'gcs',
      gcs: { name: 'ICE', creds: '{"a":1}', endpoint: 'https://storage.googleapis.com/' },
    });
  });

  it('says what a tier may be called [TIERS-23] [TIERS-24]', async () => {
    const { user } = await openForm('s3');
    await user.type(field('Name'), 'a b');
    expect(fieldError(field('Name'))).toBe(NAME_RULE);
    await user.clear(field('Name'));
    expect(fieldError(field('Name'))).toBe('Enter a name.');
    await user.type(field('Name'), 'ä');
    expect(fieldError(field('Name'))).toBe(NAME_RULE);
    expect(isRefused()).toBe(true);
  });

  it('says that an endpoint is a URL', async () => {
    const { user } = await openForm('s3');
    await user.clear(field('Endpoint'));
    await user.type(field('Endpoint'), 'ftp://x y');
    expect(fieldError(field('Endpoint'))).toBe('Enter a URL, such as https://s3.example.com.');
    await user.clear(field('Endpoint'));
    await user.type(field('Endpoint'), 'https://cold.example.net');
    expect(fieldError(field('Endpoint'))).not.toBe('Enter a URL, such as https://s3.example.com.');
  });

  it('says at its field what the server has found wrong, and keeps what was entered', async () => {
    const detail = 'There is no bucket archive at https://s3.amazonaws.com.';
    const { user, history } = await openForm('s3', {
      'tiers.add': () => fail('InvalidInput', { detail, field: 'bucket' }),
    });
    for (const [label, value] of Object.entries({ Name: 'COLD', ...KEYS, ...PLACE })) {
      await user.type(field(label), value);
    }
    await user.click(save());
    await waitFor(() => expect(fieldError(field('Bucket'))).toBe(detail));
    expect(screen.getByRole('alert').textContent).toContain('The tier was not added');
    expect(history.location.pathname).toBe('/tiers/add/s3');
    expect(field('Secret Key').value).toBe('the-secret');
  });

  it.each([
    ['goes away', () => fail('StorageUnreachable')],
    ['does not answer', () => fail('StorageTimeout')],
  ])('keeps what was entered when the storage server %s while it is saved', async (_, away) => {
    let isAway = true;
    const { user, server, history } = await openForm('s3', {
      'tiers.add': () => (isAway ? away() : undefined),
    });
    for (const [label, value] of Object.entries({ Name: 'COLD', ...KEYS, ...PLACE })) {
      await user.type(field(label), value);
    }
    await user.click(save());
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain('The tier was not added'),
    );
    expect(history.location.pathname).toBe('/tiers/add/s3');
    expect(field('Secret Key').value).toBe('the-secret');
    isAway = false;
    await user.click(save());
    await waitFor(() => expect(history.location.pathname).toBe('/tiers'));
    const [first, second] = server.calls('tiers.add');
    expect(second?.body).toEqual(first?.body);
  });

  it('says that somebody else has added a tier of the name, and takes another one', async () => {
    const { user, history } = await openForm('s3', {
      'tiers.add': ({ body }) =>
        body.type === 's3' && body.s3.name === 'COLD' ? fail('TierExists') : undefined,
    });
    for (const [label, value] of Object.entries({ Name: 'COLD', ...KEYS, ...PLACE })) {
      await user.type(field(label), value);
    }
    await user.click(save());
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain('The tier was not added'),
    );
    await user.type(field('Name'), '2');
    await user.click(save());
    await waitFor(() => expect(history.location.pathname).toBe('/tiers'));
  });

  it('is left without a question once it is saved, also after a refusal', async () => {
    let attempts = 0;
    const { user, history } = await openForm('s3', {
      'tiers.add': () => {
        attempts += 1;
        return attempts === 1 ? fail('RemoteRefused') : undefined;
      },
    });
    for (const [label, value] of Object.entries({ Name: 'COLD', ...KEYS, ...PLACE })) {
      await user.type(field(label), value);
    }
    await user.click(save());
    await screen.findByRole('alert');
    await user.click(save());
    await waitFor(() => expect(history.location.pathname).toBe('/tiers'));
  });

  it('says which kinds the storage server cannot use', async () => {
    const detail = 'The embedded storage cannot use Azure Blob Storage as a tier.';
    const { user } = await openForm('azure', {
      'tiers.add': () => fail('NotSupported', { detail }),
    });
    const own = { Name: 'BLUE', 'Account Name': 'me', 'Account Key': 'k', ...PLACE };
    for (const [label, value] of Object.entries(own)) {
      await user.type(field(label), value);
    }
    await user.click(save());
    expect((await screen.findByRole('alert')).textContent).toContain(detail);
  });

  it('asks before unsaved work is left', async () => {
    const { user, history } = await openForm('s3');
    await user.type(field('Name'), 'COLD');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: /Discard/ }));
    expect(history.location.pathname).toBe('/tiers');
  });
});
