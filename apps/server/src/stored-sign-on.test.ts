import { once } from 'node:events';
import { type AdminClient, createAdminClient } from '@stowage/storage-client/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  logInAtProvider,
  type RunningProvider,
  startIdentityProvider,
} from '../../../tests/identity-provider/identity-provider.ts';
import { type ConsoleProcess, startProcess } from './testing/console-process.ts';

const ROOT = { accessKey: 'root-user', secretKey: 'root-password' };

/** The console with the embedded storage, and a provider configured only at this storage. */
describe('a provider of the embedded storage’s own configuration', { timeout: 120_000 }, () => {
  let process_: ConsoleProcess;
  let origin: string;
  let admin: AdminClient;
  let provider: RunningProvider;

  beforeAll(async () => {
    process_ = startProcess({
      ...{ STOWAGE_ROOT_USER: ROOT.accessKey, STOWAGE_ROOT_PASSWORD: ROOT.secretKey },
      STOWAGE_DRIVES: '1',
    });
    const [address, storage] = await Promise.all([
      process_.line('Console'),
      process_.line('Storage'),
    ]);
    origin = address.replace(/^Console\s+/, '');
    const endpoint = storage.replace(/^Storage\s+/, '').replace(/\/$/, '');
    admin = createAdminClient({ endpoint, region: 'us-east-1', credentials: ROOT });
    provider = await startIdentityProvider([`${origin}oauth_callback`]);
  }, 120_000);
  afterAll(async () => {
    process_.child.kill('SIGKILL');
    await Promise.all([process_.ending, provider.stop()]);
  });

  /** Saves its settings, and waits until the login page shows it under this name. */
  const save = async (displayName: string, settings = '') => {
    const { issuer, clientId, clientSecret } = provider;
    const url = `config_url=${issuer}/.well-known/openid-configuration`;
    const client = `client_id=${clientId} client_secret=${clientSecret}`;
    const rest = `display_name="${displayName}" role_policy=readwrite ${settings}`;
    await admin.setConfig({ text: `identity_openid:keep ${url} ${client} ${rest}\n` });
    const redirect = '/api/v1/login/openid/keep';
    await expect.poll(shown).toEqual([{ name: 'keep', displayName, redirect }]);
  };
  const disable = async () => {
    await admin.setConfig({ text: 'identity_openid:keep enable=off\n' });
    await expect.poll(shown).toBeUndefined();
  };

  const loginPage = async () => (await fetch(`${origin}api/v1/login`)).text();
  const shown = async () => JSON.parse(await loginPage()).providers;

  const cookieOf = (answer: Response, name: RegExp) =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0] ?? '')
      .find((pair) => name.test(pair)) ?? '';

  /** Logs in at the provider, and returns the parameters with which the browser comes back. */
  async function landed(account: string) {
    const begun = await fetch(`${origin}api/v1/login/openid/keep`, { redirect: 'manual' });
    const back = await logInAtProvider(String(begun.headers.get('location')), account);
    expect(`${back.origin}${back.pathname}`).toBe(`${origin}oauth_callback`);
    return { ticket: cookieOf(begun, /sign-on/), body: Object.fromEntries(back.searchParams) };
  }

  const finish = ({ ticket, body }: Awaited<ReturnType<typeof landed>>, planted = '') =>
    fetch(`${origin}api/v1/login/oauth2/auth`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: [ticket, planted].filter(Boolean).join('; '),
      },
      body: JSON.stringify(body),
    });

  /** The user of a cookie's session. */
  const accountOf = async (cookie: string): Promise<unknown> => {
    const answer = await fetch(`${origin}api/v1/session`, { headers: { cookie } });
    return (await answer.json()).accountName;
  };

  it('is on the login page when it is saved, lets in by its role, and is gone when disabled', async () => {
    expect(await shown()).toBeUndefined();
    await save('House Key');
    expect(await loginPage()).not.toContain(provider.clientSecret);
    const answer = await finish(await landed('alice'));
    expect([answer.status, await answer.json()]).toMatchObject([201, { accountName: 'alice' }]);
    const cookie = cookieOf(answer, /^(?!.*sign-on)/);
    expect(await accountOf(cookie)).toEqual(expect.any(String));

    await disable();
    const begun = await fetch(`${origin}api/v1/login/openid/keep`, { redirect: 'manual' });
    expect(begun.headers.get('location')).toContain('no+such+identity+provider');
  });

  it('ends a login that is at the provider while it is disabled or becomes another', async () => {
    await save('House Key');
    const [first, second] = [await landed('alice'), await landed('alice')];
    await disable();
    const gone = await finish(first);
    expect([gone.status, await gone.json()]).toMatchObject([
      403,
      {
        errorCode: 'SignOnFailed',
        detailedMessage: expect.stringContaining('removed or disabled'),
      },
    ]);
    await save('Other Key', 'client_id=another');
    const changed = await (await finish(second)).json();
    expect(changed.detailedMessage).toContain('were changed during the login');
  });

  it('gives a session of its own, whatever cookie was planted before', async () => {
    await save('Safe Key');
    const mallory = cookieOf(await finish(await landed('mallory')), /^(?!.*sign-on)/);
    const [name = ''] = mallory.split('=');
    for (const planted of [mallory, `${name}=${'a'.repeat(43)}`]) {
      const own = cookieOf(await finish(await landed('alice'), planted), /^(?!.*sign-on)/);
      expect(own.startsWith(`${name}=`)).toBe(true);
      expect(own).not.toBe(planted);
      const alice = await accountOf(own);
      expect(alice).toEqual(expect.any(String));
      expect(await accountOf(planted)).not.toBe(alice);
    }
  });

  it('leaves no secret in the log of the console', async () => {
    process_.child.kill('SIGTERM');
    await once(process_.child, 'close');
    const { stdout, stderr } = await process_.ending;
    expect(stdout + stderr).not.toContain(provider.clientSecret);
    expect(stdout + stderr).not.toMatch(/eyJ[A-Za-z0-9_-]{10,}\./);
  });
});
