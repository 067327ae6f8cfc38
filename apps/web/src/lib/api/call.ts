import type { CallInput, CallOutput, Endpoint } from '@stowage/contract/endpoint';
import { ERRORS } from '@stowage/contract/errors';
import { translate } from '#web/lib/i18n/messages.ts';
import { ApiError, type DeniedAction, errorFromBody } from './api-error.ts';
import { attendanceHeader, isUnattended } from './attendance.ts';
import { apiText } from './en.ts';
import { endpointUrl } from './endpoint-url.ts';
import { noteUse } from './last-use.ts';
import { untilPageStays } from './leaving.ts';
import { passwordConfirmed } from './password-required.ts';
import { sessionEnding } from './session-ending.ts';
import { reportSessionLost } from './session-lost.ts';
import { tokenHeader } from './session-token.ts';

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Delays before the second and third attempt of a GET without a response. */
const retryPauses = [250, 750];

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

async function fetchWithRetry(url: string, init: RequestInit): Promise<Response> {
  const pauses = init.method === 'GET' ? retryPauses : [];
  for (const milliseconds of pauses) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      await pause(milliseconds, init.signal ?? undefined);
    }
  }
  return fetch(url, init);
}

interface Sending extends CallOptions {
  /** Whether the call is made while the user is away. */
  readonly unattended: boolean;
}

function requestInit(endpoint: Endpoint, body: unknown, { signal, unattended }: Sending) {
  const headers = new Headers({
    Accept: 'application/json',
    ...tokenHeader(),
    ...attendanceHeader(unattended),
  });
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' };
  if (signal !== undefined) init.signal = signal;
  if (body instanceof FormData || body instanceof Blob) {
    init.body = body;
  } else if (body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(body);
  }
  return init;
}

/** Returns the body as JSON; undefined if it is empty or not JSON. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether an error of the call says anything about the session; calls that start or end one do not.
 */
function dependsOnSession(endpoint: Endpoint): boolean {
  return endpoint.permission.by !== 'anyone';
}

function noAnswer(endpoint: Endpoint): ApiError {
  const sessionLost = dependsOnSession(endpoint);
  if (sessionLost) reportSessionLost('unreachable');
  return new ApiError({
    status: undefined,
    message: translate(apiText, 'unreachable'),
    sessionLost,
  });
}

/**
 * Returns the action the storage server checks for a call, and the call's bucket, object or prefix.
 */
function askedFor(
  { permission, path }: Endpoint,
  { params, query }: Parts,
): DeniedAction | undefined {
  if (permission.by !== 'storage') return undefined;
  const [, name = ''] = /^\/buckets?(?:-[a-z]+)*\/\{(\w+)\}/.exec(path) ?? [];
  const bucket = params?.[name];
  return {
    action: permission.action,
    bucket: typeof bucket === 'string' ? bucket : undefined,
    key: keyIn(query?.prefix),
  };
}

/** Keys and prefixes in queries are base64 of their UTF-8. */
function keyIn(prefix: unknown): string | undefined {
  if (typeof prefix !== 'string' || prefix === '') return undefined;
  try {
    const bytes = Uint8Array.from(atob(prefix), (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refused(
  endpoint: Endpoint,
  parts: Parts,
  { status, headers }: Response,
  body: unknown,
): ApiError {
  const sessionLost = status === 401 && dependsOnSession(endpoint);
  if (sessionLost) reportSessionLost('unauthorized');
  const asked = askedFor(endpoint, parts);
  return errorFromBody({
    status,
    body,
    sessionLost,
    asked,
    retryAfter: headers.get('Retry-After'),
  });
}

/**
 * Waits for a logout to end and returns the error of a call made meanwhile, because the session's
 * screens are about to be removed.
 */
async function tooLate(ending: Promise<void>): Promise<ApiError> {
  await ending;
  return new ApiError({ status: 401, message: ERRORS.SessionRequired.message, sessionLost: true });
}

/**
 * Returns the result of a request, unless there was no response. An abort throws the signal's own
 * reason.
 */
async function heard<T>(
  endpoint: Endpoint,
  { signal }: CallOptions,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (signal?.aborted) throw error;
    await untilPageStays();
    throw noAnswer(endpoint);
  }
}

/** Returns the response of a successful request. */
async function answered(endpoint: Endpoint, parts: Parts, options: CallOptions): Promise<Response> {
  const ending = dependsOnSession(endpoint) ? sessionEnding() : undefined;
  if (ending) throw await tooLate(ending);
  const url = endpointUrl(endpoint, parts);
  const unattended = isUnattended();
  const init = requestInit(endpoint, parts.body, { ...options, unattended });
  const response = await heard(endpoint, options, () => fetchWithRetry(url, init));
  if (response.ok) {
    if (dependsOnSession(endpoint) && !unattended) noteUse();
    return response;
  }
  const body = await heard(endpoint, options, () => readJson(response));
  const error = refused(endpoint, parts, response, body);
  if (error.code !== 'PasswordRequired' || !(await passwordConfirmed())) throw error;
  return answered(endpoint, parts, options);
}

/**
 * Calls an endpoint of the contract and returns its response body (undefined if the contract has
 * none). A 401 or a missing response ends the session through the registered handler, except on the
 * login calls. A call that requires a recent login asks for the password and is repeated.
 * @throws ApiError for every failure; the signal's own reason on abort
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallOutput<E>> {
  const response = await answered(endpoint, input as Parts, options);
  return (await heard(endpoint, options, () => readJson(response))) as CallOutput<E>;
}

/**
 * Calls an endpoint that responds with bytes. A response that breaks off says nothing about the
 * session.
 */
export async function callForBytes<E extends Endpoint & { readonly response: 'bytes' }>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Blob> {
  const response = await answered(endpoint, input as Parts, options);
  try {
    return await response.blob();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const message = translate(apiText, 'brokenOff');
    throw new ApiError({ status: undefined, message, sessionLost: false });
  }
}
