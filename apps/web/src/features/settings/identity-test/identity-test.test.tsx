import type { IdentityTestStep } from '@stowage/contract/settings/identity-test';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ConfigPage } from '../config-page.tsx';
import { aConfig, aValue } from '../testing/configs.ts';

const ISSUER = 'https://id.example.net';
const steps: IdentityTestStep[] = [
  { step: 'connection', state: 'passed', found: 'id.example.net' },
  { step: 'redirect', state: 'unknown', found: 'https://console.example/oauth_callback' },
];

async function open(name: string, handlers: Handlers = {}) {
  const server = fakeServer({
    'settings.getConfig': () =>
      aConfig(name, {
        key_values: [
          aValue('config_url', { value: `${ISSUER}/.well-known/openid-configuration` }),
          aValue('client_secret', { secret: { is_set: true } }),
        ],
      }),
    'settings.testIdentity': () => ({ steps }),
    ...handlers,
  });
  const rendered = await renderScreen(<ConfigPage />, {
    route: `/settings/${name}`,
    pattern: '/settings/:option',
  });
  await screen.findByRole('button', { name: 'Save' });
  return { ...rendered, server };
}

const test = () => screen.findByRole('button', { name: 'Test' });
const result = async () =>
  within(await screen.findByRole('region', { name: 'Result of the test' }));

it('tries what is in the form, which is not saved, and says how each step went', async () => {
  const { user, server } = await open('identity_openid');
  const address = screen.getByLabelText('Config URL');
  await user.clear(address);
  await user.type(address, 'https://other.example');
  await user.click(await test());
  const shown = await result();
  expect(shown.getByText(/set up as far as the console can see/)).toBeVisible();
  expect(shown.getByText('Connect: id.example.net')).toBeVisible();
  expect(shown.getByText(/Redirect address: The provider does not say. https/)).toBeVisible();
  expect(server.calls('settings.testIdentity')).toMatchObject([
    {
      params: { name: 'identity_openid' },
      body: { key_values: [{ key: 'config_url', value: 'https://other.example' }] },
    },
  ]);
  expect(server.calls('settings.setConfig')).toEqual([]);
  await user.type(address, '/x');
  expect(screen.queryByRole('region', { name: 'Result of the test' })).toBeNull();
});

it('says what is wrong, and what to do', async () => {
  const { user } = await open('identity_openid', {
    'settings.testIdentity': () => ({
      steps: [{ step: 'issuer', state: 'failed', failure: 'issuer-differs', found: ISSUER }],
    }),
  });
  await user.click(await test());
  const shown = await result();
  expect(shown.getByText('Something is wrong.')).toBeVisible();
  expect(shown.getByText(/names https:\/\/id\.example\.net as the issuer/)).toBeVisible();
});

it('looks for somebody in a directory, and says whom the filters find', async () => {
  const dn = 'uid=jürgen,ou=people,dc=example';
  const { user, server } = await open('identity_ldap', {
    'settings.testIdentity': ({ body }) => ({
      steps:
        body.login_name === ''
          ? [{ step: 'lookup', state: 'failed', failure: 'bind-refused', found: 'lookup_bind_dn' }]
          : [
              { step: 'user', state: 'passed', found: dn },
              { step: 'memberships', state: 'passed' },
            ],
    }),
  });
  await user.click(await test());
  const refused = await result();
  expect(refused.getByText(/does not accept the lookup bind DN/)).toBeVisible();
  await user.type(screen.getByLabelText('Login name to look for'), ' jürgen');
  await user.click(await test());
  const shown = await result();
  expect(await shown.findByText(`User: ${dn}`)).toBeVisible();
  expect(shown.getByText('Groups of the user: none')).toBeVisible();
  expect(server.calls('settings.testIdentity').map(({ body }) => body.login_name)).toEqual([
    '',
    'jürgen',
  ]);
});

it('says when too much was tried', async () => {
  const { user } = await open('identity_openid', {
    'settings.testIdentity': () => fail('TooManyTests', { detail: 'At most 12 tests a minute.' }),
  });
  await user.click(await test());
  expect(await screen.findByText('Too many tests. Try again in a minute.')).toBeVisible();
});

it('is there for identity providers only', async () => {
  await open('region');
  expect(screen.queryByRole('button', { name: 'Test' })).toBeNull();
});
