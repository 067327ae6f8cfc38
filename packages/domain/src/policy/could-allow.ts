import { ADMIN_ACTIONS, KMS_ACTIONS, S3_ACTIONS, STS_ACTIONS } from '../actions.ts';
import { compileWildcard } from '../wildcard.ts';
import {
  areComparable,
  readWildcard,
  type Wildcard,
  wildcardCovers,
  wildcardsOverlap,
} from '../wildcard-pairs.ts';
import { type CompiledStatement, compilePolicy, resourcePattern } from './compile.ts';
import type { PolicyDocument } from './document.ts';

/**
 * Whether at least one of the actions is allowed on some resource. Actions may be patterns ('s3:*':
 * any S3 action). Conditions are assumed to be met on allows and not on denies, and long lists of
 * denies are not compared with long lists of allows (hundreds of resources each): the answer errs
 * on the side of yes.
 */
export function couldAllow(
  policies: readonly PolicyDocument[],
  actions: readonly string[],
): boolean {
  const statements = policies.flatMap((policy) => compilePolicy(policy));
  const denies = statements.filter(({ deny, conditions }) => deny && conditions.length === 0);
  const allows = statements.filter(({ deny }) => !deny);
  return expandActions(actions).some((action) => {
    const allowed = allows.filter((one) => one.matchesAction(action)).flatMap(resourcesOf);
    if (allowed.length === 0) return false;
    const denials = denies.filter((one) => one.matchesAction(action)).map(denialOf);
    const denied = denials.flatMap(({ patterns }) => patterns);
    if (!areComparable(allowed, denied)) return true;
    return allowed.some((resource) => !denials.some(({ deniesAll }) => deniesAll(resource)));
  });
}

const EVERY_ACTION = [...S3_ACTIONS, ...ADMIN_ACTIONS, ...KMS_ACTIONS, ...STS_ACTIONS];

function expandActions(actions: readonly string[]): readonly string[] {
  return actions.flatMap((action) =>
    /[*?]/.test(action) ? EVERY_ACTION.filter(compileWildcard(action)) : [action],
  );
}

/**
 * The resources that a statement allows; '*' for a statement that names no resource or excludes
 * some.
 */
const resourcesOf = perStatement(({ source, family }): readonly Wildcard[] => {
  const ofServer = family === 'admin' || family === 'sts';
  return readResources((ofServer ? undefined : source.Resource) ?? ['*']);
});

interface Denial {
  /** The set of resources to compare with. */
  readonly patterns: readonly Wildcard[];
  /** Whether denies cover a resource pattern completely. */
  readonly deniesAll: (resource: Wildcard) => boolean;
}

/**
 * A deny without conditions. Its answers are cached because they recur for one action after
 * another.
 */
const denialOf = perStatement(({ family, source }): Denial => {
  if (family === 'admin' || family === 'sts') return { patterns: [], deniesAll: () => true };
  const patterns = readResources(source.Resource ?? source.NotResource ?? []);
  const decide = (resource: Wildcard) =>
    source.Resource === undefined
      ? !patterns.some((pattern) => wildcardsOverlap(pattern, resource))
      : patterns.some((pattern) => wildcardCovers(pattern, resource));
  const answers = new WeakMap<Wildcard, boolean>();
  const deniesAll = (resource: Wildcard) => {
    const answer = answers.get(resource) ?? decide(resource);
    answers.set(resource, answer);
    return answer;
  };
  return { patterns, deniesAll };
});

function readResources(resources: readonly string[]): readonly Wildcard[] {
  return resources.map((resource) => readWildcard(resourcePattern(resource)));
}

/** Computes a value once per statement and caches it for the statement's lifetime. */
function perStatement<Made>(make: (statement: CompiledStatement) => Made) {
  const known = new WeakMap<CompiledStatement, { readonly made: Made }>();
  return (statement: CompiledStatement): Made => {
    const entry = known.get(statement) ?? { made: make(statement) };
    known.set(statement, entry);
    return entry.made;
  };
}
