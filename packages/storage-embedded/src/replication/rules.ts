import type { StoredObject } from '../engine/types.ts';

/** Which objects a rule is for. */
export interface RuleFilter {
  readonly prefix: string;
  /** All of them must be on the object. */
  readonly tags: Readonly<Record<string, string>>;
  /** Written as And, which an answer keeps. */
  readonly combined: boolean;
}

/** One rule of a bucket's replication. */
export interface ReplicationRule {
  readonly id: string;
  readonly enabled: boolean;
  /** Of the rules for one target the highest counts. */
  readonly priority: number;
  readonly filter: RuleFilter;
  /** ARN of the remote target. */
  readonly target: string;
  /** As the document names the destination; another than `target` where a Role names that. */
  readonly destination: string;
  /** Storage class of replicas; undefined for the source's. */
  readonly storageClass: string | undefined;
  readonly deleteMarkers: boolean;
  /** Deletions of versions. */
  readonly deletes: boolean;
  readonly existingObjects: boolean;
  /** Changes of metadata on replicas go back to where they came from. */
  readonly replicaModifications: boolean;
}

export interface ReplicationConfig {
  /** '' unless one target stands for all rules, as in documents of old. */
  readonly role: string;
  readonly rules: readonly ReplicationRule[];
}

/** What of an object decides about its replication. */
export type Subject = Pick<StoredObject, 'key' | 'tags'> & { readonly isReplica: boolean };

/** What happened to the object; `existing` when it was there before the rule. */
export type Occasion = 'written' | 'updated' | 'marked' | 'removed' | 'existing';

/**
 * The rules that send an object to their targets, one for each target: that of the highest
 * priority decides, also when it decides against.
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
