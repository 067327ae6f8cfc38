import { GRANTING_ACTIONS } from './policy/granting-actions.ts';
import { couldAllow, evaluate, type PolicyDocument } from './policy.ts';

/**
 * How much somebody may do, from nothing to everything: some of it, read every bucket, write or
 * delete in every bucket, or give any right to anybody and so to themselves.
 */
export const POLICY_WIDTHS = ['none', 'some', 'readsAll', 'writesAll', 'grants'] as const;
export type PolicyWidth = (typeof POLICY_WIDTHS)[number];

/** What no policy names: who may do something here may do it everywhere. */
const ANY_BUCKET = 'any-bucket-1f0c9d';
const ANY_KEY = 'any/key-1f0c9d';

const WRITES = ['s3:PutObject', 's3:DeleteObject'];
const ANYTHING = ['s3:*', 'admin:*', 'kms:*', 'sts:*'];

/**
 * How wide policies are. Each of the layers must allow something: what a user has, what bounds a
 * key of theirs; root has no layer. Reading and writing count where no condition is in the way;
 * whoever might grant rights under a condition counts as granting.
 */
export function policyWidth(layers: readonly (readonly PolicyDocument[])[]): PolicyWidth {
  const could = (actions: readonly string[]) =>
    layers.every((policies) => couldAllow(policies, actions));
  const everywhere = (action: string) =>
    layers.every(
      (policies) =>
        evaluate(policies, { action, bucket: ANY_BUCKET, key: ANY_KEY, context: {} }) === 'allow',
    );
  if ([...GRANTING_ACTIONS].some((action) => could([action]))) return 'grants';
  if (WRITES.some(everywhere)) return 'writesAll';
  if (everywhere('s3:GetObject')) return 'readsAll';
  return could(ANYTHING) ? 'some' : 'none';
}
