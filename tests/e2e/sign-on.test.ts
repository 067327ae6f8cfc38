import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../packages/storage-embedded/src/testing/free-port.ts';
import {
  type RunningProvider,
  startIdentityProvider,
} from '../identity-provider/identity-provider.ts';
import { startMinio } from '../targets/minio.ts';
import { targetKind } from '../targets/target.ts';
import { bucketList } from './support/bucket-actions.ts';
import { startBackend, startConsole } from './support/console-process.ts';
import { loginForm, submitLogin } from './support/login-actions.ts';
import { shellOf } from './support/shell-actions.ts';
import { setConfig } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

/** Starts a storage server that trusts a provider from the start. */
async function startTrustingMinio({ clientId, clientSecret }: RunningProvider, discovery: string) {
  const minio = await startMinio({
    MINIO_IDENTITY_OPENID_CONFIG_URL: discovery,
    MINIO_IDENTITY_OPENID_CLIENT_ID: clientId,
    MINIO_IDENTITY_OPENID_CLIENT_SECRET: clientSecret,
    MINIO_IDENTITY_OPENID_CLAIM_NAME: 'policy',
  });
  return {
    root: { user: minio.accessKey, password: minio.secretKey },
    env: { CONSOLE_MINIO_SERVER: minio.endpoint },
    close: () => minio.close(),
  };
}

/** Starts a console whose users log in at a provider that its storage server trusts. */
async function startSignOn(started: (provider: RunningProvider) => void) {
  const port = await freePort();
  const provider = await startIdentityProvider([`http://127.0.0.1:${port}/oauth_callback`]);
  started(provider);
  const { clientId, clientSecret, issuer } = provider;
  const discovery = `${issuer}/.well-known/openid-configuration`;
  const isMinio = targetKind() === 'minio';
  const app = await startConsole('/', async () => {
    const backend = await (isMinio ? startTrustingMinio(provider, discovery) : startBackend());
    return {
      ...backend,
      env: {
        ...backend.env,
        CONSOLE_PORT: String(port),
        CONSOLE_IDP_URL: discovery,
        CONSOLE_IDP_CLIENT_ID: clientId,
        CONSOLE_IDP_SECRET: clientSecret,
        CONSOLE_IDP_SCOPES: 'openid,offline_access',
      },
    };
  });
  if (!isMinio) {
    const settings = `config_url=${discovery} client_id=${clientId} client_secret=${clientSecret}`;
    await setConfig(app.storage, `identity_openid ${settings}`).catch(async (error: unknown) => {
      await app.stop();
      throw error;
    });
  }
  return app;
}

/** The provider's own pages request a font, which is never delivered. */
const FONTS = 'https://fonts.googleapis.com';

/** Completes the provider's login form and consent page. */
async function logInThere(page: Page, name: string) {
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

describe('single sign-on', () => {
  let provider: RunningProvider | undefined;
  const app = useConsole({
    start: () =>
      startSignOn((started) => {
        provider = started;
      }),
  });
  afterAll(() => provider?.stop());

  async function visit() {
    const visit = await app.visit();
    for (const origin of [String(provider?.issuer), FONTS]) visit.watch.expectOrigin(origin);
    await visit.page.route(`${FONTS}/**`, (route) => route.fulfill({ body: '' }));
    return visit;
  }

  it('leads to the provider and back to the page that was asked for [API-04, AUTH-33, AUTH-34, AUTH-35]', async () => {
    const { page, watch } = await visit();
    await page.goto(`${app.url}/tools/watch`);
    await page.getByRole('link', { name: 'Login with SSO' }).click();
    await logInThere(page, 'consoleAdmin@alice');
    await page.waitForURL(`${app.url}/tools/watch`);
    await page.goto(`${app.url}/buckets`);
    await bucketList(page).create.waitFor();
    watch.expectSessionEnd();
    await shellOf(page).logout.click();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  });

  it('says why the storage server does not let somebody in [AUTH-37]', async () => {
    const { page, watch } = await visit();
    watch.expectFailure({ status: 403, path: '/login/oauth2/auth' });
    await page.goto(`${app.url}/login`);
    await page.getByRole('link', { name: 'Login with SSO' }).click();
    await logInThere(page, 'nopolicy@bob');
    await page.waitForURL(`${app.url}/login`);
    await page.getByText('The login at the identity provider was not accepted').waitFor();
  });

  it('lets those in whom no provider knows', async () => {
    const { page } = await app.visit();
    await page.goto(`${app.url}/login`);
    await page.getByRole('button', { name: 'Use username and password' }).click();
    await loginForm(page).heading.waitFor();
    await submitLogin(page, app.storage.user, app.storage.password);
    await page.waitForURL(`${app.url}/dashboard`);
    await expect.poll(() => page.title()).toContain('Dashboard');
  });
});
