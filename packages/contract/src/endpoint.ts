import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** HTTP methods that the console's API uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call an endpoint. `storage`: the connected server decides with the caller's own
 * credentials, by checking `action`. `session`: any logged-in user. `anyone`: no login is required,
 * for the reason in `why`.
 */
export type Permission =
  | { readonly by: 'storage'; readonly action: string }
  | { readonly by: 'session' }
  | { readonly by: 'anyone'; readonly why: string };

export const anyone = (why: string) => ({ by: 'anyone', why }) as const satisfies Permission;
export const session = { by: 'session' } as const satisfies Permission;
export const storage = (action: string) =>
  ({ by: 'storage', action }) as const satisfies Permission;

/** Path prefix of the endpoints. */
export const API_PREFIX = '/api/v1';

/**
 * The header with the token that login returned. Calls send it along with the session cookie, which
 * on its own gives access only to what links and images load. The session of a client that logs in
 * without it, such as those of MinIO's console, is authenticated by the cookie alone.
 */
export const SESSION_TOKEN_HEADER = 'x-stowage-token';

/**
 * The header of background polling by an unattended page: such calls do not extend the idle
 * timeout. Its value is ignored.
 */
export const UNATTENDED_HEADER = 'x-stowage-unattended';

/**
 * Whether browsers load an endpoint natively, as a download or an image, and so without custom
 * headers: by a link, or by a form if the input does not fit into an address.
 */
export function openedByLink({ method, form, response }: Endpoint): boolean {
  return (method === 'GET' || form !== undefined) && response === 'bytes';
}

/** Body or response types other than JSON. */
export type Stream = 'multipart' | 'bytes';

/** The parts of a request that determine what it destroys. */
export interface DestroyingInput {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** For calls that always destroy something. */
export const always = () => true;

/**
 * A call of the console's API: defined once, then registered by the server, called by the browser
 * and documented in OpenAPI. `path` is relative to /api/v1, with its parameters in braces.
 */
export interface Endpoint {
  /**
   * Whether a call is so destructive that it requires a login within the last 15 minutes, or the
   * password again if the session's credentials come from one.
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
  /** The form field in which browsers may send the body, as JSON. */
  readonly form?: string;
  readonly response: z.ZodType | 'bytes' | null;
  readonly status: number;
  readonly errors: readonly ErrorCode[];
}

/** Declares an endpoint, preserving its exact type. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Input<S> = S extends z.ZodType ? z.input<S> : never;
type Output<S> = S extends z.ZodType ? z.output<S> : never;
type Part<E, K extends string> = E extends { readonly [P in K]: infer S } ? S : undefined;

/** The input parts of an endpoint or a stream. */
export type InputParts = Pick<Endpoint, 'id' | 'params' | 'query' | 'body'>;

/** The input that callers pass: only the parts that the endpoint declares. */
export type CallInput<E extends InputParts> = (Part<E, 'params'> extends z.ZodType
  ? { params: Input<Part<E, 'params'>> }
  : unknown) &
  (Part<E, 'query'> extends z.ZodType ? { query?: Input<Part<E, 'query'>> } : unknown) &
  (Part<E, 'body'> extends z.ZodType ? { body: Input<Part<E, 'body'>> } : unknown);

/** The input that handlers receive: the same parts, validated and with defaults applied. */
export type HandlerInput<E extends InputParts> = {
  params: Output<Part<E, 'params'>>;
  query: Output<Part<E, 'query'>>;
  body: Output<Part<E, 'body'>>;
};

/** The response type of an endpoint. */
export type CallOutput<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : undefined;
