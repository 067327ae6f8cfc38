/** The methods that a CORS rule of S3 may name. */
export const CORS_METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD'] as const;
export type CorsMethod = (typeof CORS_METHODS)[number];

/** The bounds of S3 for the rules of one bucket. */
export const MAX_CORS_RULES = 100;
export const MAX_CORS_BYTES = 64 * 1024;

/** What pages of other origins may do with a bucket. */
export interface CorsRule {
  /** Each with one '*' at most, as are the headers. */
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  /** Headers that pages may send, in any case. */
  readonly headers: readonly string[];
  /** Headers of answers that pages may read. */
  readonly exposed: readonly string[];
  /** Seconds for which browsers may remember the answer. */
  readonly maxAge?: number | undefined;
}

/** What a browser asks for. */
export interface CorsQuestion {
  readonly origin: string;
  readonly method: string;
  /** Names of the headers that it will send; none in the request itself. */
  readonly headers: readonly string[];
}

/** Why a rule does not answer; undefined where it does. */
export type CorsMismatch = 'origin' | 'method' | 'header' | undefined;

/** Holds a rule to a question: origin, then method, then headers. */
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

/** The first rule that allows everything that is asked for. */
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

/** The header that comes with every part that a browser sends to the storage server itself. */
const PART_HEADER = 'x-amz-checksum-crc32';

/** The rule that lets a console's pages upload without a way round (docs/adr/0045). */
export function directWayRule(origin: string) {
  return {
    origins: [origin],
    methods: ['GET', 'PUT'] satisfies CorsMethod[],
    headers: [PART_HEADER],
    exposed: ['ETag'],
  };
}

/** Whether pages of an origin may probe an upload, send its parts, and read the ETag of each. */
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
