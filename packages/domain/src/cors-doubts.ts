import type { CorsRule } from './cors.ts';

/** What may stand in a header of a request. */
const PRINTABLE = /^[\x21-\x7e]+$/;
const TOKEN = /^[\w!#$%&'*+\-.^`|~]+$/;

/** Why S3 takes no such origin; undefined where it does. */
export function corsOriginError(origin: string): 'characters' | 'wildcards' | undefined {
  if (!PRINTABLE.test(origin)) return 'characters';
  return hasWildcards(origin, 1) ? undefined : 'wildcards';
}

/** Whether a text names a header, or with one '*' several. */
export function isCorsHeader(text: string, wildcards: 0 | 1): boolean {
  return TOKEN.test(text) && hasWildcards(text, wildcards);
}

function hasWildcards(text: string, most: number): boolean {
  return text.split('*').length - 1 <= most;
}

/** What keeps an origin that S3 takes from being one that any browser sends. */
export type CorsOriginDoubt = 'scheme' | 'path' | 'case' | 'port' | 'http';

const DEFAULT_PORT = /^(?:http:\/\/.*:80|https:\/\/.*:443)$/i;
const LOCAL = /^http:\/\/(?:localhost|127\.|\[::1\])/i;

/** What is probably a mistake about an origin; undefined where nothing is. */
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

/** Whether a rule lets pages of all origins write, which few buckets are for. */
export function letsEverybodyWrite({
  origins,
  methods,
}: Pick<CorsRule, 'origins' | 'methods'>): boolean {
  const everybody = origins.some((origin) => /^(?:\*|https?:\/\/\*|http\*)$/.test(origin));
  return everybody && methods.some((method) => WRITING.has(method));
}
