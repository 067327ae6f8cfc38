import { readWildcard, wildcardCovers, wildcardsOverlap } from '../wildcard-pairs.ts';
import { type CompiledStatement, compilePolicy, resourcePattern } from './compile.ts';
import type { PolicyDocument } from './document.ts';
import { reachIn } from './reach.ts';

/** Objects that somebody wants to do something to. */
export interface WantedReach {
  readonly bucket: string;
  /** What their keys are or begin with; '' for all of the bucket. */
  readonly prefixes: readonly string[];
}

/** Beyond so many names the bucket is asked about as a whole. */
const MAX_PREFIXES = 100;

/**
 * Whether an action may be allowed for at least one of these objects, or for the bucket itself where
 * the action is one of buckets. Conditions count as fulfilled where they allow and not where they
 * deny, so do variables: the answer errs on the side of yes.
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

/** What a deny is about whoever asks. */
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
