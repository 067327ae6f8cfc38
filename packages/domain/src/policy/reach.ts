import {
  readWildcard,
  type Wildcard,
  wildcardCovers,
  wildcardsOverlap,
} from '../wildcard-pairs.ts';
import { type CompiledStatement, resourcePattern } from './compile.ts';

/** How much of a bucket a statement covers. */
export interface Reach {
  /** Every object, or the bucket itself. */
  readonly everything: boolean;
  /** The covered patterns, without ARNs. */
  readonly patterns: readonly Wildcard[];
}

type ReachOf = (statement: CompiledStatement, ofObjects: boolean) => Reach | undefined;

/** Cached answers for statements that do not depend on the user. */
const forAll = new WeakMap<CompiledStatement, Map<string, Reach | undefined>>();

/**
 * Returns a function that determines how much of a bucket statements cover, of its objects or of
 * the bucket itself; undefined if nothing. Answers are cached per statement.
 *
 * @param user the user that variables refer to; undefined for no particular user
 */
export function reachIn(bucket: string, user: string | undefined): ReachOf {
  const forUser: typeof forAll = new WeakMap();
  return (statement, ofObjects) => {
    const known = mentionsUser(statement) ? forUser : forAll;
    const answers = known.get(statement) ?? new Map<string, Reach | undefined>();
    known.set(statement, answers);
    const wholes = wholesOf(statement, ofObjects, bucket);
    const key = wholes.join('\n');
    if (!answers.has(key)) answers.set(key, readReach(statement, wholes.map(readWildcard), user));
    return answers.get(key);
  };
}

/** In user policies a bucket is 'name' and 'name/', which is why 'name/*' covers it. */
function wholesOf({ principals }: CompiledStatement, ofObjects: boolean, bucket: string): string[] {
  if (ofObjects) return [`${bucket}/*`];
  return principals === undefined ? [bucket, `${bucket}/`] : [bucket];
}

function mentionsUser({ source: { Resource = [], NotResource = [] } }: CompiledStatement): boolean {
  return [...Resource, ...NotResource].some((resource) => resource.includes('${'));
}

function readReach(
  { source }: CompiledStatement,
  wholes: readonly Wildcard[],
  user: string | undefined,
): Reach | undefined {
  const read = (resource: string) => fillVariables(resourcePattern(resource), user);
  const covers = ({ pattern, exact }: Filled) =>
    exact && wholes.some((whole) => wildcardCovers(pattern, whole));
  const touches = ({ pattern }: Filled) => wholes.some((whole) => wildcardsOverlap(pattern, whole));
  if (source.Resource) {
    const own = source.Resource.map(read).filter(touches);
    if (own.length === 0) return undefined;
    return { everything: own.some(covers), patterns: own.map(({ pattern }) => pattern) };
  }
  const excluded = (source.NotResource ?? []).map(read);
  if (excluded.some(covers)) return undefined;
  return { everything: !excluded.some(touches), patterns: wholes };
}

interface Filled {
  readonly pattern: Wildcard;
  /** Whether every variable had a value. */
  readonly exact: boolean;
}

/** Wildcards in a value stand for one character here, which never covers too little. */
function fillVariables(pattern: string, user: string | undefined): Filled {
  let exact = true;
  const filled = pattern.replace(/\$\{([^{}]*)\}/g, (_all, name: string) => {
    if (user !== undefined && /^aws:(username|userid)$/i.test(name))
      return user.replace(/[*?]/g, '?');
    exact = false;
    return '*';
  });
  return { pattern: readWildcard(filled), exact };
}
