import { ROUTES, type Route, type RouteName } from '@stowage/contract/pages';
import { decodeRest, encodeRest } from './rest-of-path.ts';

type NamesIn<Pattern extends string> = Pattern extends `${infer Head}/${infer Tail}`
  ? NamesIn<Head> | NamesIn<Tail>
  : Pattern extends `:${infer Name}+`
    ? Name
    : Pattern extends `:${infer Name}`
      ? Name
      : Pattern extends '*'
        ? 'rest'
        : never;

/** The decoded parameters of a page's address. */
export type RouteParams<Name extends RouteName> = {
  readonly [Key in NamesIn<(typeof ROUTES)[Name]['pattern']>]: string;
} & ((typeof ROUTES)[Name] extends { below: true } ? { readonly rest?: string } : unknown);

type NeedsParams<Name extends RouteName> =
  NamesIn<(typeof ROUTES)[Name]['pattern']> extends never ? false : true;

type ParamsArgument<Name extends RouteName> =
  NeedsParams<Name> extends true
    ? [params: RouteParams<Name>, query?: string]
    : [params?: RouteParams<Name>, query?: string];

interface Segment {
  readonly kind: 'word' | 'one' | 'rest';
  /** The literal word, or the name of the parameter. */
  readonly text: string;
}

function segmentOf(part: string): Segment {
  if (part === '*') return { kind: 'rest', text: 'rest' };
  const [, name, rest] = /^:(\w+)(\+?)$/.exec(part) ?? [];
  if (name === undefined) return { kind: 'word', text: part };
  return { kind: rest === '+' ? 'rest' : 'one', text: name };
}

function segmentsOf(route: Route): readonly Segment[] {
  return route.pattern.slice(1).split('/').map(segmentOf);
}

function encodeParam({ kind, text }: Segment, params: Readonly<Record<string, string>>): string {
  if (kind === 'word') return text;
  return (kind === 'rest' ? encodeRest : encodeURIComponent)(params[text] ?? '');
}

/**
 * Returns the path of a page, below the console's base path; `query` is '?a=b' (see search.ts) or
 * ''.
 */
export function pagePath<Name extends RouteName>(
  name: Name,
  ...[params, query = '']: ParamsArgument<Name>
): string {
  const route: Route = ROUTES[name];
  const values: Readonly<Record<string, string>> = { ...params };
  const parts = segmentsOf(route).map((segment) => encodeParam(segment, values));
  const { rest = '' } = values;
  if (route.below && rest !== '') parts.push(encodeRest(rest));
  return `/${parts.join('/')}${query}`;
}

/** The page that an address refers to. */
export interface PageMatch {
  readonly name: RouteName;
  /** The page's pattern in the session's list. */
  readonly pattern: string;
  /** Decoded; undefined if the address is not valid percent-encoding. */
  readonly params: Readonly<Record<string, string>> | undefined;
}

interface Matcher {
  readonly name: RouteName;
  readonly route: Route;
  readonly expression: RegExp;
  readonly names: readonly string[];
  /** Compared as text: words sort before parameters, and those before a parameter for the rest. */
  readonly rank: string;
}

const expressions = { word: '', one: '([^/]+)', rest: '(.+)' } as const;
const ranks = { word: '0', one: '1', rest: '2' } as const;

function matcherOf(name: RouteName): Matcher {
  const route: Route = ROUTES[name];
  const segments = segmentsOf(route);
  const parts = segments.map(({ kind, text }) => expressions[kind] || text);
  const end = route.below ? '(?:/(.*))?' : '/?';
  const names = segments.filter(({ kind }) => kind !== 'word').map(({ text }) => text);
  return {
    name,
    route,
    expression: new RegExp(`^/${parts.join('/')}${end}$`, 's'),
    names: route.below ? [...names, 'rest'] : names,
    rank: segments.map(({ kind }) => ranks[kind]).join('') + (route.below ? '2' : ''),
  };
}

const matchers = (Object.keys(ROUTES) as RouteName[])
  .map(matcherOf)
  .sort((one, other) => (one.rank < other.rank ? -1 : 1));

/**
 * Returns the page at a path below the base path, percent-encoded as in the address bar; undefined
 * if there is none.
 */
export function matchPage(path: string): PageMatch | undefined {
  for (const { name, route, expression, names } of matchers) {
    const found = expression.exec(path);
    if (found === null) continue;
    const texts = names.map((key, index) => [key, decodeRest(found[index + 1] ?? '')] as const);
    const deeper = route.below && (found[names.length] ?? '') !== '';
    return {
      name,
      pattern: deeper ? `${route.pattern}/*` : route.pattern,
      params: texts.some(([, text]) => text === undefined)
        ? undefined
        : (Object.fromEntries(texts) as Record<string, string>),
    };
  }
  return undefined;
}
