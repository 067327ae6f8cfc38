import type { StoredObject } from '../engine/types.ts';

/** The objects to which a rule applies. */
export interface RuleFilter {
  readonly prefix: string;
  /** All of them must match. */
  readonly tags: Readonly<Record<string, string>>;
  /** Written as And, which is kept in responses. */
  readonly combined: boolean;
}

/** One rule of a bucket's replication. */
export interface ReplicationRule {
  readonly id: string;
  readonly enabled: boolean;
  /** Among rules for the same target, the highest applies. */
  readonly priority: number;
  readonly filter: RuleFilter;
  /** ARN of the remote target. */
  readonly target: string;
  /** The destination in the document; differs from `target` if a Role names the target. */
  readonly destination: string;
  /** Storage class of replicas; undefined to keep the source's. */
  readonly storageClass: string | undefined;
  readonly deleteMarkers: boolean;
  /** Replicates deletions of versions. */
  readonly deletes: boolean;
  readonly existingObjects: boolean;
  /** Replicates metadata changes of replicas back to their source. */
  readonly replicaModifications: boolean;
}

export interface ReplicationConfig {
  /** '' unless one target applies to all rules, as in older documents. */
  readonly role: string;
  readonly rules: readonly ReplicationRule[];
}

/** The properties of an object that determine its replication. */
export type Subject = Pick<StoredObject, 'key' | 'tags'> & { readonly isReplica: boolean };

/** What happened to the object; `existing` if it is older than the rule. */
export type Occasion = 'written' | 'updated' | 'marked' | 'removed' | 'existing';

/**
 * Returns the rules that replicate an object, one per target: the rule with the highest priority
 * decides, including against replication.
 */
export function actionableRules(
  { rules }: ReplicationConfig,
  subject: Subject,
  occasion: Occasion,
): readonly ReplicationRule[] {
  const decisive = new Map<string, ReplicationRule>();
  for (const rule of rules) {
    const best = decisive.get(rule.target);
    if (
      matches(rule, subject) &&
      (occasion !== 'existing' || rule.existingObjects) &&
      (best === undefined || best.priority < rule.priority)
    ) {
      decisive.set(rule.target, rule);
    }
  }
  return [...decisive.values()].filter((rule) => sends(rule, subject, occasion));
}

function sends(rule: ReplicationRule, subject: Subject, occasion: Occasion): boolean {
  switch (occasion) {
    case 'marked':
      return rule.deleteMarkers;
    case 'removed':
      return rule.deletes;
    case 'written':
    case 'existing':
      return !subject.isReplica;
    case 'updated':
      return !subject.isReplica || rule.replicaModifications;
  }
}

function matches({ enabled, filter }: ReplicationRule, { key, tags }: Subject): boolean {
  return (
    enabled &&
    key.startsWith(filter.prefix) &&
    Object.entries(filter.tags).every(
      ([name, value]) => Object.hasOwn(tags, name) && tags[name] === value,
    )
  );
}
