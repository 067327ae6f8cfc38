import { spawn } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** An OpenID provider in a separate process. */
export interface RunningProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Replaces its signing keys. */
  rotateKeys(): Promise<void>;
  stop(): Promise<void>;
}

/** Deviations from the default provider. */
export interface ProviderOptions {
  /** Lifetime of its tokens; defaults to an hour. */
  readonly tokenSeconds?: number;
  /** How far its clock is ahead. */
  readonly clockSeconds?: number;
  /** Allowed redirects after a logout. */
  readonly afterLogout?: readonly string[];
}

/** Starts a provider whose client may be redirected to these addresses. */
export async function startIdentityProvider(
  callbacks: readonly string[],
  options: ProviderOptions = {},
): Promise<RunningProvider> {
  const settings = JSON.stringify({ callbacks, ...options });
  const child = spawn(process.execPath, ['--no-warnings', MAIN, settings], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const [issuer] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => Promise.reject(new Error('the identity provider did not start'))),
  ]);
  return {
    issuer,
    clientId: 'stowage',
    clientSecret: 'the-secret-of-the-client',
    async rotateKeys() {
      await fetch(`${issuer}/rotate`, { method: 'POST' });
    },
    async stop() {
      child.kill();
      await exited;
    },
  };
}

/**
 * Simulates a browser at the provider: follows redirects, logs in as `account`, consents, and is
 * redirected back.
 */
export async function logInAtProvider(address: string, account: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(address);
  for (let step = 0; step < 12; step += 1) {
    const answer = await visit(next, cookies);
    const location = answer.headers.get('location');
    if (location) {
      next = new URL(location, next);
      if (next.searchParams.has('state')) return next;
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? 'login';
    const form = new URLSearchParams({ prompt, login: account, password: 'any' });
    const sent = await visit(next, cookies, form);
    next = new URL(sent.headers.get('location') ?? '', next);
  }
  throw new Error('the provider never sent the browser back');
}

/**
 * Returns an ID token as a client receives it after a login as `account`, redirected to one of its
 * addresses.
 */
export async function idTokenFor(
  { issuer, clientId, clientSecret }: Pick<RunningProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  callback: string,
  account: string,
): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const question = new URLSearchParams({
    ...{ response_type: 'code', scope: 'openid', state: 'state', nonce: 'nonce' },
    ...{ client_id: clientId, redirect_uri: callback },
    ...{ code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' },
  });
  const back = await logInAtProvider(`${issuer}/auth?${question}`, account);
  const keys = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${keys}` },
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '' },
      ...{ redirect_uri: callback, code_verifier: verifier },
    }),
  });
  const tokens: unknown = await answer.json();
  if (typeof tokens === 'object' && tokens !== null && 'id_token' in tokens) {
    return String(tokens.id_token);
  }
  throw new Error(`the provider gave no ID token: ${answer.status}`);
}

async function visit(
  url: URL,
  cookies: Map<string, string>,
  form?: URLSearchParams,
): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: { cookie },
    ...(form && { method: 'POST', body: form }),
  });
  for (const line of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
    cookies.set(name, value);
  }
  return answer;
}
