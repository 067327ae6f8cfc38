import { GRANTING_ACTIONS } from './policy/granting-actions.ts';
import { couldAllow, evaluate, type PolicyDocument } from './policy.ts';

/**
 * The extent of an account's rights, from none to everything: some rights, reading every bucket,
 * writing or deleting in every bucket, or granting any right to anybody, themselves included.
 */
export const POLICY_WIDTHS = ['none', 'some', 'readsAll', 'writesAll', 'grants'] as const;
export type PolicyWidth = (typeof POLICY_WIDTHS)[number];

/** A name that no policy contains: whoever has access to it has access everywhere. */
const ANY_BUCKET = 'any-bucket-1f0c9d';
const ANY_KEY = 'any/key-1f0c9d';

const WRITES = ['s3:PutObject', 's3:DeleteObject'];
const ANYTHING = ['s3:*', 'admin:*', 'kms:*', 'sts:*'];

/**
 * Returns how wide policies are. Each of the layers must allow an action: the user's policies, and
 * those that restrict their key; root has no layers. Reading and writing count only without
 * conditions; granting rights counts even under a condition.
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
