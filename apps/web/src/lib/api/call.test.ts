import { getSession, login } from '@stowage/contract/auth';
import { getBucket, listBuckets } from '@stowage/contract/buckets';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aBucket } from '#web/testing/factories.ts';
import { fail, failNetwork, failRaw, fakeServer } from '#web/testing/fake-server.ts';
import { ApiError } from './api-error.ts';
import { resolveBasePath } from './base-path.ts';
import { call } from './call.ts';
import { endpointUrl } from './endpoint-url.ts';
import { noteSessionEnding } from './session-ending.ts';
import { onSessionLost, type SessionLostReason } from './session-lost.ts';
import { forgetToken, keepToken } from './session-token.ts';

describe('the base path', () => {
  it.each([
    ['/buckets', 'http://console.test/', ''],
    ['/buckets', undefined, ''],
    ['/console/buckets', 'http://console.test/console/', '/console'],
    ['/api/proxy/ns-1/t-1/buckets/x', 'http://console.test/', '/api/proxy/ns-1/t-1'],
    ['/api/proxy/ns-1/t-1/', undefined, '/api/proxy/ns-1/t-1'],
    ['/api/proxy/ns-1/t-1', undefined, '/api/proxy/ns-1/t-1'],
  ])('of %s with base %s is %j [SHELL-03]', (page, base, expected) => {
    expect(resolveBasePath(page, base)).toBe(expected);
  });
});

describe('the address of a call', () => {
  it('is prefixed with the base path and has no double slashes [SHELL-04] [SHELL-05]', () => {
    expect(endpointUrl({ path: '/buckets' })).toBe('/api/v1/buckets');
    expect(endpointUrl({ path: '//buckets//{name}' }, { params: { name: 'a' } })).toBe(
      '/api/v1/buckets/a',
    );
    history.replaceState(null, '', '/api/proxy/ns-1/t-1/buckets');
    expect(endpointUrl({ path: '/buckets' })).toBe('/api/proxy/ns-1/t-1/api/v1/buckets');
  });

  it('keeps what a value holds', () => {
    const query = { prefix: 'a//b&c=d', limit: 5, missing: undefined };
    expect(endpointUrl(getBucket, { params: { name: 'a/b?c' }, query })).toBe(
      '/api/v1/buckets/a%2Fb%3Fc?prefix=a%2F%2Fb%26c%3Dd&limit=5',
    );
  });
});

describe('the token of the session', () => {
  const shown = async (route: string) => {
    history.replaceState(null, '', route);
    const server = fakeServer({ 'buckets.get': () => aBucket() });
    await call(getBucket, { params: { name: 'photos' } });
    return server.calls('buckets.get')[0]?.headers.get('x-stowage-token');
  };

  it('goes with every call', async () => {
    localStorage.setItem('token', 'opaque-1');
    expect(await shown('/buckets')).toBe('opaque-1');
  });

  it('is not shown to a console at another path of the same origin', async () => {
    localStorage.setItem('token', 'opaque-1');
    expect(await shown('/api/proxy/ns-1/t-1/buckets')).toBe('');
    keepToken('opaque-2');
    expect(await shown('/api/proxy/ns-1/t-1/buckets')).toBe('opaque-2');
    expect(await shown('/buckets')).toBe('opaque-1');
  });

  it('lives as long as the page where the browser stores nothing', async () => {
    const refuse = () => {
      throw new DOMException('not here', 'QuotaExceededError');
    };
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    keepToken('opaque-3');
    expect(await shown('/buckets')).toBe('opaque-3');
    forgetToken();
    expect(await shown('/buckets')).toBe('');
  });
});

describe('a call', () => {
  it('gives the body of the answer [SHELL-06]', async () => {
    fakeServer({ 'buckets.get': ({ params }) => aBucket({ name: params.name }) });
    await expect(call(getBucket, { params: { name: 'photos' } })).resolves.toEqual(
      aBucket({ name: 'photos' }),
    );
  });

  it('asks nothing in the name of a session while somebody logs out', async () => {
    const server = fakeServer({ 'buckets.list': () => ({ buckets: [], total: 0 }) });
    const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>();
    const left = noteSessionEnding(confirmed);
    const late = call(listBuckets, {});
    confirm();
    await expect(late).rejects.toMatchObject({ sessionLost: true });
    await left;
    expect(server.calls('buckets.list')).toEqual([]);
    await call(listBuckets, {});
    expect(server.calls('buckets.list')).toHaveLength(1);
  });

  it('stops when it is aborted, and that ends no session', async () => {
    const lost = vi.fn();
    onSessionLost(lost);
    fakeServer({ 'buckets.list': () => new Promise(() => {}) });
    const controller = new AbortController();
    const running = call(listBuckets, {}, { signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(lost).not.toHaveBeenCalled();
  });
});

async function failureOf(answer: () => never): Promise<ApiError> {
  fakeServer({ 'buckets.list': answer });
  const error: unknown = await call(listBuckets, {}).catch((reason) => reason);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('a failed call', () => {
  it('takes message, code, detail and field from the answer [SHELL-67] [SHELL-69]', async () => {
    const error = await failureOf(() =>
      fail('InvalidInput', { message: 'Not valid', detail: 'The name is missing', field: 'name' }),
    );
    expect(error).toMatchObject({
      status: 400,
      code: 'InvalidInput',
      message: 'Not valid',
      detail: 'The name is missing',
      field: 'name',
    });
  });

  it.each([
    ['nothing', null],
    ['HTML', '<html>Bad Gateway</html>'],
    ['an empty message', JSON.stringify({ message: '' })],
    ['another shape', JSON.stringify(['message'])],
  ])('with %s as body says Error and the status [SHELL-68]', async (_, body) => {
    const error = await failureOf(() => failRaw(502, body));
    expect(error).toMatchObject({ status: 502, message: 'Error 502', code: undefined });
  });

  it.each([
    ['the same as the message [SHELL-70]', 'Not valid', 'Not valid'],
    ['the same but for the first letter [SHELL-70]', 'Not valid', 'not valid'],
    ['shorter than 5 characters [SHELL-72]', 'Not valid', 'why?'],
  ])('drops a detail that is %s', async (_, message, detail) => {
    const error = await failureOf(() => fail('InvalidInput', { message, detail }));
    expect(error.detail).toBeUndefined();
  });

  it('capitalises message and detail [SHELL-71]', async () => {
    const error = await failureOf(() =>
      fail('InvalidInput', { message: 'écrit mal', detail: 'in the name' }),
    );
    expect(error).toMatchObject({ message: 'Écrit mal', detail: 'In the name' });
  });

  it.each([
    ['60', 'Too many login attempts. Try again in 60 seconds.'],
    ['1', 'Too many login attempts. Try again in 1 second.'],
    ['0', 'Too many login attempts.'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Too many login attempts.'],
  ])('says how long to wait, for Retry-After: %s', async (header, message) => {
    const body = JSON.stringify({
      errorCode: 'TooManyAttempts',
      message: 'Too many login attempts.',
    });
    const error = await failureOf(() => failRaw(429, body, { 'Retry-After': header }));
    expect(error).toMatchObject({ status: 429, message });
  });

  it('keeps no code that the table does not hold', async () => {
    const body = JSON.stringify({ message: 'Odd', errorCode: 'toString' });
    expect(await failureOf(() => failRaw(500, body))).toMatchObject({ code: undefined });
  });
});

describe('the end of a session', () => {
  const reasons: SessionLostReason[] = [];
  let unregister: () => void;

  beforeEach(() => {
    reasons.length = 0;
    unregister = onSessionLost((reason) => reasons.push(reason));
    vi.useFakeTimers();
  });
  afterEach(() => {
    unregister();
    vi.useRealTimers();
  });

  it('is told by a 401 [AUTH-41]', async () => {
    fakeServer({ 'auth.getSession': () => fail('SessionRequired') });
    await expect(call(getSession, {})).rejects.toMatchObject({ sessionLost: true });
    expect(reasons).toEqual(['unauthorized']);
  });

  it('is not told by a wrong password', async () => {
    fakeServer({ 'auth.login': () => fail('InvalidLogin') });
    const body = { accessKey: 'a', secretKey: 'b' };
    await expect(call(login, { body })).rejects.toMatchObject({ sessionLost: false });
    expect(reasons).toEqual([]);
  });

  it('is told by a GET that gets no answer three times [AUTH-42]', async () => {
    const server = fakeServer({ 'auth.getSession': failNetwork });
    const running = expect(call(getSession, {})).rejects.toMatchObject({
      status: undefined,
      message: 'The console server cannot be reached.',
    });
    await vi.runAllTimersAsync();
    await running;
    expect(server.calls('auth.getSession')).toHaveLength(3);
    expect(reasons).toEqual(['unreachable']);
  });

  it('is not told by what a reload of the page has ended', async () => {
    fakeServer({ 'auth.getSession': failNetwork });
    window.dispatchEvent(new Event('beforeunload'));
    const running = expect(call(getSession, {})).rejects.toMatchObject({ sessionLost: true });
    await vi.advanceTimersByTimeAsync(6000);
    expect(reasons).toEqual([]);
    // The page is still there: the user stayed, and the server does not respond.
    await vi.advanceTimersByTimeAsync(6000);
    await running;
    expect(reasons).toEqual(['unreachable']);
  });

  it('is not told by a blip', async () => {
    let attempts = 0;
    fakeServer({
      'buckets.list': () => {
        attempts += 1;
        return attempts < 3 ? failNetwork() : { buckets: [], total: 0 };
      },
    });
    const running = call(listBuckets, {});
    await vi.runAllTimersAsync();
    await expect(running).resolves.toEqual({ buckets: [], total: 0 });
    expect(reasons).toEqual([]);
  });
});
