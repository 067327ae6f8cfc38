import type { Readable } from 'node:stream';
import {
  API_PREFIX,
  type CallOutput,
  type Endpoint,
  type HandlerInput,
  type InputParts,
  openedByLink,
} from '@stowage/contract/endpoint';
import { recordOf } from '@stowage/domain/record-of';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { ConsoleError } from '../console-error.ts';
import type { Session } from '../sessions/session.ts';
import { TAKES_BYTES } from './byte-bodies.ts';
import { type ErrorMapper, toConsoleError } from './errors.ts';
import type { SessionCookies, SessionEnd } from './session.ts';

/** The response of an endpoint that returns bytes. */
export interface BytesAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | null;
}

type Answer<E extends Endpoint> = E['response'] extends 'bytes' ? BytesAnswer : CallOutput<E>;

type Caller<E extends Endpoint> = E['permission'] extends { readonly by: 'anyone' }
  ? unknown
  : { readonly session: Session };

/**
 * The input of a handler: the validated parameters, the caller, and a signal that aborts when the
 * browser disconnects.
 */
export type Call<E extends Endpoint> = HandlerInput<E> &
  Caller<E> & {
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly signal: AbortSignal;
  };

/** Handles a call; an endpoint without content returns nothing. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => E['response'] extends null ? Promise<void> : Promise<Answer<E>>;

/** Serves endpoints of the contract: the only way to add a route under /api/v1. */
export interface ContractRoutes {
  serve<E extends Endpoint>(endpoint: E, handler: Handler<E>, limits?: RouteLimits): void;
}

/** Limits that differ from those of an ordinary JSON call. */
export interface RouteLimits {
  /** Size of the request's body in bytes. */
  readonly body?: number;
  /** Timeout in milliseconds for the whole call; streams have none. */
  readonly time?: number;
}

export interface ContractRoutesOptions {
  readonly cookies: SessionCookies;
  readonly mappers: readonly ErrorMapper[];
  /** Validates every response against its schema, for tests. */
  readonly checkAnswers: boolean;
}

const REFUSED: SessionEnd = { event: 'session.ended', reason: 'credentials refused' };
/** The framework's error code for a call that timed out. */
const TOOK_TOO_LONG = 'FST_ERR_HANDLER_TIMEOUT';
const DEFAULT_LIMITS: Required<RouteLimits> = { body: 64 * 1024, time: 60_000 };

/** A module's part of the API. */
export type RouteModule = (routes: ContractRoutes) => void;

/** Creates `serve` for this instance, and rejects any route that bypasses it. */
export function contractRoutes(
  app: FastifyInstance,
  { cookies, mappers, checkAnswers }: ContractRoutesOptions,
): ContractRoutes {
  const expected = new Set<string>();
  app.addHook('onRoute', ({ method, url }) => {
    if (!expected.delete(`${method} ${url}`)) {
      throw new Error(`${method} ${url} is not registered from the contract`);
    }
  });

  return {
    serve(endpoint, handler, limits = {}) {
      const url = API_PREFIX + endpoint.path.replace(/\{(\w+)\}/g, ':$1');
      expected.add(`${endpoint.method} ${url}`);
      const sessions = new WeakMap<FastifyRequest, Session>();
      const needsSession = requiresSession(endpoint);
      app.route({
        method: endpoint.method,
        url,
        ...routeLimits(endpoint, limits),
        ...(endpoint.form !== undefined && { config: { form: endpoint.form } }),
        onRequest: async (request, reply) => {
          if (!needsSession) return;
          sessions.set(request, await cookies.require(request, reply, openedByLink(endpoint)));
        },
        handler: async (request, reply) => {
          const input = parseInput(endpoint, request);
          const session = sessions.get(request);
          if (session && destroys(endpoint, input)) cookies.requireProof(session);
          const call = {
            ...input,
            session,
            request,
            reply,
            get signal() {
              return closeSignal(reply);
            },
          };
          const answer = await handler(call as unknown as Call<typeof endpoint>);
          return present(reply, endpoint, answer, checkAnswers);
        },
        errorHandler: async (error, request, reply) => {
          const known = explain(endpoint, toConsoleError(lateBody(error, request), mappers));
          // The storage server no longer accepts the session's credentials.
          if (known.code === 'SessionRequired' && sessions.has(request)) {
            await cookies.end(request, reply, REFUSED);
          }
          throw known;
        },
      });
    },
  };
}

/**
 * The URL of a call as its route is declared. Clients of MinIO's console append a slash to some,
 * which the route lacks.
 */
export function callUrl(url: string): string {
  return url.startsWith(`${API_PREFIX}/`) ? url.replace(/^([^?]+)\/(?=\?|$)/, '$1') : url;
}

/** Whether a call destroys data irrecoverably. */
function destroys({ recentLogin }: Endpoint, input: ReturnType<typeof parseInput>): boolean {
  return recentLogin?.({ query: recordOf(input.query), body: recordOf(input.body) }) ?? false;
}

/** The compiler requires a permission; this checks tables built by hand at start. */
function requiresSession({ id, permission }: Endpoint): boolean {
  switch (permission?.by) {
    case 'anyone':
      return false;
    case 'session':
    case 'storage':
      return true;
    default:
      throw new Error(`endpoint ${id} declares no permission`);
  }
}

/**
 * Aborts when the response has been sent, or cannot be: the browser disconnected or the call timed
 * out. Fastify's own signal also fires when a request's body has been read to its end.
 */
function closeSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (reply.raw.destroyed) controller.abort();
  else reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

function routeLimits(endpoint: Endpoint, limits: RouteLimits): Partial<RouteOptions> {
  if (endpoint.body === 'bytes') return { config: TAKES_BYTES };
  if (endpoint.body === 'multipart') return {};
  const { body, time } = { ...DEFAULT_LIMITS, ...limits };
  if (endpoint.response === 'bytes') return { bodyLimit: body };
  return { bodyLimit: body, handlerTimeout: time };
}

/**
 * Validates the request against the endpoint's schemas. Unknown values are dropped, in the query as
 * well as in the body.
 */
export function parseInput(endpoint: InputParts, request: FastifyRequest) {
  const { params, query, body } = endpoint;
  return {
    params: params && check(params, request.params),
    query: query && check(query, request.query),
    body: typeof body === 'object' ? check(body, request.body) : undefined,
  };
}

function check(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') ?? '';
  const detail = issue && `${field === '' ? 'The request' : `'${field}'`}: ${issue.message}.`;
  throw new ConsoleError('InvalidInput', {
    ...(detail && { detail }),
    ...(field !== '' && { field }),
  });
}

/** The storage was not the cause of the delay if the request itself is still being received. */
function lateBody(error: unknown, { raw }: FastifyRequest): unknown {
  const isLate = error instanceof Error && 'code' in error && error.code === TOOK_TOO_LONG;
  return isLate && !raw.readableEnded && !raw.complete
    ? new ConsoleError('RequestTimeout', { cause: error })
    : error;
}

/** An AccessDenied error names the action that the contract lists for the call. */
function explain({ permission }: Endpoint, error: ConsoleError): ConsoleError {
  if (error.code !== 'AccessDenied' || permission.by !== 'storage' || error.detail) return error;
  return new ConsoleError('AccessDenied', {
    detail: `The storage server refuses ${permission.action} to this account.`,
    ...(error.field !== undefined && { field: error.field }),
    cause: error.cause,
  });
}

function present(
  reply: FastifyReply,
  { id, response, status }: Endpoint,
  answer: unknown,
  checkAnswers: boolean,
): FastifyReply {
  if (response === 'bytes') return presentBytes(reply, answer as BytesAnswer);
  reply.code(status).header('cache-control', 'no-store');
  if (response === null) return reply.send();
  if (checkAnswers) {
    const { error } = response.safeParse(answer);
    if (error) throw new Error(`the answer of ${id} breaks its schema`, { cause: error });
  }
  return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(answer);
}

function presentBytes(reply: FastifyReply, { status, headers, body }: BytesAnswer): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined);
}
