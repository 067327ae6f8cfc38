import type { CorsRule } from './cors.ts';

/** The characters allowed in a header name. */
const PRINTABLE = /^[\x21-\x7e]+$/;
const TOKEN = /^[\w!#$%&'*+\-.^`|~]+$/;

/** Returns why S3 rejects the origin; undefined if it accepts it. */
export function corsOriginError(origin: string): 'characters' | 'wildcards' | undefined {
  if (!PRINTABLE.test(origin)) return 'characters';
  return hasWildcards(origin, 1) ? undefined : 'wildcards';
}

/** Whether a text is a header name, or a pattern with one '*'. */
export function isCorsHeader(text: string, wildcards: 0 | 1): boolean {
  return TOKEN.test(text) && hasWildcards(text, wildcards);
}

function hasWildcards(text: string, most: number): boolean {
  return text.split('*').length - 1 <= most;
}

/** Reasons why no browser sends an origin that S3 accepts. */
export type CorsOriginDoubt = 'scheme' | 'path' | 'case' | 'port' | 'http';

const DEFAULT_PORT = /^(?:http:\/\/.*:80|https:\/\/.*:443)$/i;
const LOCAL = /^http:\/\/(?:localhost|127\.|\[::1\])/i;

/** Returns the likely mistake in an origin; undefined if there is none. */
export function corsOriginDoubt(origin: string): CorsOriginDoubt | undefined {
  if (origin === '*' || origin === 'null') return undefined;
  const [scheme = '', rest] = origin.split('://');
  if (rest === undefined && !scheme.startsWith('*')) return 'scheme';
  if ((rest ?? scheme).includes('/')) return 'path';
  if (origin !== origin.toLowerCase()) return 'case';
  if (DEFAULT_PORT.test(origin)) return 'port';
  return origin.startsWith('http://') && !LOCAL.test(origin) ? 'http' : undefined;
}

const WRITING: ReadonlySet<string> = new Set(['PUT', 'POST', 'DELETE']);

/** Whether a rule lets pages of all origins write, which is rarely intended. */
export function letsEverybodyWrite({
  origins,
  methods,
}: Pick<CorsRule, 'origins' | 'methods'>): boolean {
  const everybody = origins.some((origin) => /^(?:\*|https?:\/\/\*|http\*)$/.test(origin));
  return everybody && methods.some((method) => WRITING.has(method));
}
