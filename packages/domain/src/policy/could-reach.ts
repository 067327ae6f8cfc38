import { readWildcard, wildcardCovers, wildcardsOverlap } from '../wildcard-pairs.ts';
import { type CompiledStatement, compilePolicy, resourcePattern } from './compile.ts';
import type { PolicyDocument } from './document.ts';
import { reachIn } from './reach.ts';

/** Objects that a request concerns. */
export interface WantedReach {
  readonly bucket: string;
  /** Their keys or prefixes; '' for the whole bucket. */
  readonly prefixes: readonly string[];
}

/** With more names than this, the bucket is checked as a whole. */
const MAX_PREFIXES = 100;

/**
 * Whether an action may be allowed for at least one of these objects, or for the bucket itself if
 * it is a bucket action. Conditions and variables are assumed to match on allows and not on denies:
 * the answer errs on the side of yes.
 */
export function couldReach(
  policies: readonly PolicyDocument[],
  action: string,
  { bucket, prefixes }: WantedReach | { readonly bucket: string; readonly prefixes?: undefined },
): boolean {
  const statements = policies
    .flatMap((policy) => compilePolicy(policy))
    .filter((statement) => statement.matchesAction(action));
  const reach = reachIn(bucket, undefined);
  const ofObjects = prefixes !== undefined;
  const allowed = statements
    .filter(({ deny }) => !deny)
    .flatMap((statement) => reach(statement, ofObjects)?.patterns ?? []);
  const denied = statements
    .filter(({ deny, conditions }) => deny && conditions.length === 0)
    .flatMap((statement) => certainPatterns(statement, bucket, reach(statement, ofObjects)));
  const names = !prefixes || prefixes.length > MAX_PREFIXES ? [''] : prefixes;
  const wanted = ofObjects ? names.map((name) => `${bucket}/${name}*`) : [bucket];
  return wanted.map(readWildcard).some((one) => {
    if (denied.some((pattern) => wildcardCovers(pattern, one))) return false;
    return !ofObjects ? allowed.length > 0 : allowed.some((other) => wildcardsOverlap(other, one));
  });
}

/** Returns the denied resources that do not depend on the user. */
function certainPatterns(
  { source: { Resource = [] } }: CompiledStatement,
  bucket: string,
  reach: ReturnType<ReturnType<typeof reachIn>>,
) {
  if (reach?.everything) return [readWildcard(`${bucket}*`)];
  return Resource.filter((resource) => !resource.includes('${'))
    .map(resourcePattern)
    .map(readWildcard);
}
