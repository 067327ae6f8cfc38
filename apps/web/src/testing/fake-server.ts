import type * as auth from '@stowage/contract/auth';
import type * as bucketAccess from '@stowage/contract/bucket-admin/access';
import type * as bucketCors from '@stowage/contract/bucket-admin/cors';
import type * as bucketDocument from '@stowage/contract/bucket-admin/document';
import type * as bucketEvents from '@stowage/contract/bucket-admin/events';
import type * as bucketLifecycle from '@stowage/contract/bucket-admin/lifecycle';
import type * as bucketReplication from '@stowage/contract/bucket-admin/replication';
import type * as bucketSettings from '@stowage/contract/bucket-admin/settings';
import type * as buckets from '@stowage/contract/buckets';
import type * as consoleSessions from '@stowage/contract/console-sessions';
import type * as adminInfo from '@stowage/contract/dashboard/admin-info';
import type * as attention from '@stowage/contract/dashboard/attention';
import type * as usage from '@stowage/contract/dashboard/usage';
import type * as widgets from '@stowage/contract/dashboard/widgets';
import type { CallOutput, Endpoint, HandlerInput } from '@stowage/contract/endpoint';
import { ERRORS, type ErrorCode } from '@stowage/contract/errors';
import type * as accessExplorer from '@stowage/contract/identity/access-explorer';
import type * as groups from '@stowage/contract/identity/groups';
import type * as iamTransfer from '@stowage/contract/identity/iam-transfer';
import type * as keysReport from '@stowage/contract/identity/keys-report';
import type * as ldap from '@stowage/contract/identity/ldap';
import type * as policies from '@stowage/contract/identity/policies';
import type * as serviceAccounts from '@stowage/contract/identity/service-accounts';
import type * as setPolicies from '@stowage/contract/identity/set-policies';
import type * as users from '@stowage/contract/identity/users';
import type * as jobs from '@stowage/contract/jobs';
import type * as notificationEndpoints from '@stowage/contract/notification-endpoints';
import type * as objectDetail from '@stowage/contract/object-detail';
import type * as objects from '@stowage/contract/objects';
import type * as securityLog from '@stowage/contract/security-log';
import type * as service from '@stowage/contract/service';
import type * as configs from '@stowage/contract/settings/configs';
import type * as identityTest from '@stowage/contract/settings/identity-test';
import type * as configTransfer from '@stowage/contract/settings/transfer';
import type * as shares from '@stowage/contract/shares';
import { ENDPOINTS } from '@stowage/contract/table';
import type * as tiers from '@stowage/contract/tiers';
import type * as audit from '@stowage/contract/tools/audit';
import type * as heal from '@stowage/contract/tools/heal';
import type * as inspect from '@stowage/contract/tools/inspect';
import type * as profile from '@stowage/contract/tools/profile';
import type * as speedTests from '@stowage/contract/tools/speed-test';
import type * as top from '@stowage/contract/tools/top';
import type * as uploads from '@stowage/contract/uploads';
import { vi } from 'vitest';

type Features = typeof auth &
  typeof adminInfo &
  typeof attention &
  typeof usage &
  typeof widgets &
  typeof consoleSessions &
  typeof securityLog &
  typeof buckets &
  typeof bucketSettings &
  typeof bucketEvents &
  typeof bucketReplication &
  typeof bucketCors &
  typeof bucketLifecycle &
  typeof bucketAccess &
  typeof bucketDocument &
  typeof policies &
  typeof users &
  typeof groups &
  typeof ldap &
  typeof setPolicies &
  typeof accessExplorer &
  typeof serviceAccounts &
  typeof jobs &
  typeof iamTransfer &
  typeof keysReport &
  typeof objects &
  typeof objectDetail &
  typeof service &
  typeof configs &
  typeof configTransfer &
  typeof identityTest &
  typeof notificationEndpoints &
  typeof shares &
  typeof tiers &
  typeof uploads &
  typeof heal &
  typeof inspect &
  typeof profile &
  typeof speedTests &
  typeof top &
  typeof audit;
type AnyEndpoint = Extract<Features[keyof Features], Endpoint>;
type EndpointId = AnyEndpoint['id'];
type EndpointOf<Id extends EndpointId> = Extract<AnyEndpoint, { id: Id }>;
/** The contents of a call, checked against its endpoint. A form or bytes arrive as sent. */
export interface FakeRequest<Id extends EndpointId = EndpointId> {
  readonly params: HandlerInput<EndpointOf<Id>>['params'];
  readonly query: HandlerInput<EndpointOf<Id>>['query'];
  readonly body: EndpointOf<Id> extends { body: 'multipart' | 'bytes' }
    ? BodyInit
    : HandlerInput<EndpointOf<Id>>['body'];
  readonly url: URL;
  readonly headers: Headers;
}

/** The response body; nothing, or a Blob if the endpoint responds with bytes. */
type Answer<Id extends EndpointId> = EndpointOf<Id>['response'] extends 'bytes'
  ? Blob
  : CallOutput<EndpointOf<Id>>;

type Handler<Id extends EndpointId> = (
  request: FakeRequest<Id>,
) => Answer<Id> | Promise<Answer<Id>>;
export type Handlers = { readonly [Id in EndpointId]?: Handler<Id> };

/** Thrown by a handler to make the server respond with this error of the table. */
class FakeFailure extends Error {
  readonly answer: () => Response;

  constructor(answer: () => Response) {
    super('the fake server was told to fail');
    this.answer = answer;
  }
}

/** Thrown by a handler to fail a call as if there were no response. */
class NoAnswer extends TypeError {}

const problems: string[] = [];

/** Returns the contract violations since the last check; a test fails if it leaves any. */
export function takeProblems(): readonly string[] {
  return problems.splice(0);
}

interface FailureParts {
  readonly message?: string;
  readonly detail?: string;
  readonly field?: string;
}

/** Throws an error of the table from a handler. */
export function fail(code: ErrorCode, parts: FailureParts = {}): never {
  const { status, message } = ERRORS[code];
  throw new FakeFailure(() =>
    Response.json(
      {
        code: status,
        errorCode: code,
        message: parts.message ?? message,
        detailedMessage: parts.detail ?? message,
        ...(parts.field === undefined ? {} : { field: parts.field }),
      },
      { status },
    ),
  );
}

/** Throws an arbitrary response from a handler, as a proxy might send it. */
export function failRaw(status: number, body: BodyInit | null, headers?: HeadersInit): never {
  throw new FakeFailure(() => new Response(body, { status, ...(headers && { headers }) }));
}

/** Throws as if there were no response at all. */
export function failNetwork(): never {
  throw new NoAnswer('Failed to fetch');
}

function pathPattern(endpoint: Endpoint): RegExp {
  const source = endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`/api/v1${source}$`);
}

const routes = ENDPOINTS.map((endpoint) => ({ endpoint, pattern: pathPattern(endpoint) }));

function findRoute(method: string, pathname: string) {
  for (const { endpoint, pattern } of routes) {
    const match = endpoint.method === method ? pattern.exec(pathname) : null;
    if (match) return { endpoint, params: match.groups ?? {} };
  }
  throw new Error(`the contract has no endpoint ${method} ${pathname}`);
}

function decodeAll(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}

function readBody(endpoint: Endpoint, body: BodyInit | null | undefined): unknown {
  if (typeof endpoint.body === 'string') return body;
  if (endpoint.body === undefined) {
    if (body !== undefined && body !== null) throw new Error(`${endpoint.id} takes no body`);
    return undefined;
  }
  return endpoint.body.parse(JSON.parse(String(body)));
}

function readRequest(endpoint: Endpoint, params: Record<string, string>, init: RequestParts) {
  return {
    params: endpoint.params?.strict().parse(decodeAll(params)),
    query: endpoint.query?.strict().parse(Object.fromEntries(init.url.searchParams)),
    body: readBody(endpoint, init.body),
    url: init.url,
    headers: init.headers,
  };
}

interface RequestParts {
  readonly method: string;
  readonly url: URL;
  readonly body: BodyInit | null | undefined;
  readonly headers: Headers;
}

function toResponse(endpoint: Endpoint, answer: unknown): Response {
  const { status, response } = endpoint;
  if (response === null || answer === undefined) return new Response(null, { status });
  if (response === 'bytes') return new Response(answer as Blob, { status });
  return Response.json(response.parse(answer), { status });
}

/** The calls that reached a fake server, and a way to change its responses during a test. */
export interface FakeServer {
  /** The calls of an endpoint so far, oldest first. */
  calls<Id extends EndpointId>(id: Id): readonly FakeRequest<Id>[];
  /** Replaces some handlers. */
  use(handlers: Handlers): void;
  /** Responds to a request not made by fetch (an upload by XMLHttpRequest). */
  answer(method: string, url: string, body?: BodyInit | null): Promise<Response>;
}

type AnyHandler = (request: unknown) => unknown;

/**
 * Fakes the console server for one test: intercepts fetch, finds the endpoint in the contract,
 * validates request and response with its schemas, and lets the handler with its id respond. A call
 * without a handler, or one that violates the contract, gets no response and fails the test when it
 * ends.
 */
export function fakeServer(initial: Handlers = {}): FakeServer {
  let handlers = initial;
  const seen = new Map<string, unknown[]>();

  async function respond(parts: RequestParts): Promise<Response> {
    const { endpoint, params } = findRoute(parts.method, parts.url.pathname);
    const request = readRequest(endpoint, params, parts);
    seen.set(endpoint.id, [...(seen.get(endpoint.id) ?? []), request]);
    const handler = handlers[endpoint.id as EndpointId] as AnyHandler | undefined;
    if (handler === undefined) throw new Error(`the fake server has no handler ${endpoint.id}`);
    try {
      return toResponse(endpoint, await handler(request));
    } catch (error) {
      if (error instanceof FakeFailure) return error.answer();
      throw error;
    }
  }

  async function respondOrRecord(parts: RequestParts): Promise<Response> {
    try {
      return await respond(parts);
    } catch (error) {
      if (!(error instanceof NoAnswer)) problems.push(String(error));
      throw error;
    }
  }

  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const headers = new Headers(init.headers);
    const { method = 'GET', body } = init;
    const answered = respondOrRecord({ method, url, body, headers });
    return untilAborted(answered, init.signal);
  });

  return {
    calls: (id) => (seen.get(id) ?? []) as FakeRequest<typeof id>[],
    use: (next) => {
      handlers = { ...handlers, ...next };
    },
    answer: (method, url, body) =>
      respondOrRecord({
        ...{ method, url: new URL(url, location.href), body: body ?? null },
        headers: new Headers(),
      }),
  };
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
