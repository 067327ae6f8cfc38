import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** HTTP methods that the console's API uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call an endpoint. `storage`: the connected server decides with the
 * caller's own credentials, and `action` is what it checks. `session`: anybody
 * who is logged in. `anyone`: nobody needs to be, and `why` says why.
 */
export type Permission =
  | { readonly by: 'storage'; readonly action: string }
  | { readonly by: 'session' }
  | { readonly by: 'anyone'; readonly why: string };

export const anyone = (why: string) => ({ by: 'anyone', why }) as const satisfies Permission;
export const session = { by: 'session' } as const satisfies Permission;
export const storage = (action: string) =>
  ({ by: 'storage', action }) as const satisfies Permission;

/** Where the paths of the endpoints begin. */
export const API_PREFIX = '/api/v1';

/**
 * The header that shows the token which login returned. Calls carry it beside the
 * session's cookie, which alone opens only what links and pictures load. A client that
 * logs in without it, as those of MinIO's console do, has a session that the cookie opens.
 */
export const SESSION_TOKEN_HEADER = 'x-stowage-token';

/**
 * The header of calls that a page makes by a clock while nobody is there: they do not keep a session
 * from ending unused. Whatever its value.
 */
export const UNATTENDED_HEADER = 'x-stowage-unattended';

/**
 * Whether browsers load an endpoint by themselves, as a download or a picture, and so without headers:
 * by a link, or by a form where an address could not hold what is asked for.
 */
export function openedByLink({ method, form, response }: Endpoint): boolean {
  return (method === 'GET' || form !== undefined) && response === 'bytes';
}

/** What an endpoint carries in or out when it is not JSON. */
export type Stream = 'multipart' | 'bytes';

/** What a call says of what it destroys. */
export interface DestroyingInput {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Of a call that always destroys. */
export const always = () => true;

/**
 * One call of the console's API: written once, registered by the server, called
 * by the browser and printed as OpenAPI. `path` is relative to /api/v1 and has
 * its parameters in braces.
 */
export interface Endpoint {
  /**
   * Whether a call destroys so much that the login must not be older than 15 minutes, or the password
   * has to be entered again, where the session's credentials come from one.
   */
  readonly recentLogin?: (input: DestroyingInput) => boolean;
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType | Stream;
  /** The field of a form in which browsers may send the body, as JSON. */
  readonly form?: string;
  readonly response: z.ZodType | 'bytes' | null;
  readonly status: number;
  readonly errors: readonly ErrorCode[];
}

/** Declares an endpoint and keeps its exact type. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Input<S> = S extends z.ZodType ? z.input<S> : never;
type Output<S> = S extends z.ZodType ? z.output<S> : never;
type Part<E, K extends string> = E extends { readonly [P in K]: infer S } ? S : undefined;

/** The parts of an endpoint, or of a stream, that say what goes in. */
export type InputParts = Pick<Endpoint, 'id' | 'params' | 'query' | 'body'>;

/** What a caller passes: only the parts that the endpoint declares. */
export type CallInput<E extends InputParts> = (Part<E, 'params'> extends z.ZodType
  ? { params: Input<Part<E, 'params'>> }
  : unknown) &
  (Part<E, 'query'> extends z.ZodType ? { query?: Input<Part<E, 'query'>> } : unknown) &
  (Part<E, 'body'> extends z.ZodType ? { body: Input<Part<E, 'body'>> } : unknown);

/** What a handler is given: the same parts, checked and with defaults filled in. */
export type HandlerInput<E extends InputParts> = {
  params: Output<Part<E, 'params'>>;
  query: Output<Part<E, 'query'>>;
  body: Output<Part<E, 'body'>>;
};

/** What a call answers with. */
export type CallOutput<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : undefined;
