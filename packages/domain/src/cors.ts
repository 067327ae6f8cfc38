/** The methods that an S3 CORS rule may name. */
export const CORS_METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD'] as const;
export type CorsMethod = (typeof CORS_METHODS)[number];

/** S3's limits for the rules of one bucket. */
export const MAX_CORS_RULES = 100;
export const MAX_CORS_BYTES = 64 * 1024;

/** What pages of other origins may do with a bucket. */
export interface CorsRule {
  /** At most one '*' each; the same goes for headers. */
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  /** Headers that pages may send, case-insensitive. */
  readonly headers: readonly string[];
  /** Response headers that pages may read. */
  readonly exposed: readonly string[];
  /** Seconds for which browsers may cache the answer. */
  readonly maxAge?: number | undefined;
}

/** A browser's CORS request. */
export interface CorsQuestion {
  readonly origin: string;
  readonly method: string;
  /** Names of the headers that the browser will send; empty for the actual request. */
  readonly headers: readonly string[];
}

/** Why a rule does not match; undefined if it does. */
export type CorsMismatch = 'origin' | 'method' | 'header' | undefined;

/** Checks a rule against a request: origin, then method, then headers. */
export function corsMismatch(
  rule: CorsRule,
  { origin, method, headers }: CorsQuestion,
): CorsMismatch {
  if (!rule.origins.some((pattern) => matches(pattern, origin))) return 'origin';
  if (!rule.methods.includes(method)) return 'method';
  const allowed = rule.headers.map((pattern) => pattern.toLowerCase());
  const isAllowed = (name: string) => allowed.some((pattern) => matches(pattern, name));
  return headers.every((name) => isAllowed(name.toLowerCase())) ? undefined : 'header';
}

/** Returns the first rule that allows the whole request. */
export function matchingCorsRule<Rule extends CorsRule>(
  rules: readonly Rule[],
  question: CorsQuestion,
): Rule | undefined {
  return rules.find((rule) => corsMismatch(rule, question) === undefined);
}

function matches(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text;
  return (
    text.length >= pattern.length - 1 &&
    text.startsWith(pattern.slice(0, star)) &&
    text.endsWith(pattern.slice(star + 1))
  );
}

/** The header that a browser sends with every part it uploads directly to the storage server. */
const PART_HEADER = 'x-amz-checksum-crc32';

/**
 * Returns the rule that lets the console's pages upload directly to the storage server
 * (docs/adr/0045).
 */
export function directWayRule(origin: string) {
  return {
    origins: [origin],
    methods: ['GET', 'PUT'] satisfies CorsMethod[],
    headers: [PART_HEADER],
    exposed: ['ETag'],
  };
}

/** Whether pages of an origin may probe an upload, send its parts and read the ETag of each. */
export function allowsDirectWay(rules: readonly CorsRule[], origin: string): boolean {
  const answering = (method: CorsMethod, headers: readonly string[]) =>
    matchingCorsRule(rules, { origin, method, headers });
  const exposed = answering('PUT', [])?.exposed ?? [];
  return (
    answering('GET', []) !== undefined &&
    answering('PUT', [PART_HEADER]) !== undefined &&
    exposed.some((name) => name.toLowerCase() === 'etag')
  );
}
