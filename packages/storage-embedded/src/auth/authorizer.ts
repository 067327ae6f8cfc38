import { ADMIN_ACTIONS } from '@stowage/domain/actions';
import {
  type ConditionContext,
  couldAllow,
  evaluate,
  type PolicyDocument,
  type PolicyRequest,
} from '@stowage/domain/policy';
import { GRANTING_ACTIONS } from '@stowage/domain/policy/granting-actions';
import type { BucketPolicies } from './bucket-policies.ts';
import type { Caller } from './caller.ts';

/** An action to be authorised. */
export interface Question {
  /** Such as 's3:GetObject'. */
  readonly action: string;
  /** '' for actions on the server. */
  readonly bucket: string;
  /** '' for actions on a bucket. */
  readonly key: string;
  readonly context: ConditionContext;
}

const knownMentions = new WeakMap<PolicyDocument, boolean>();

function mentionsTags(policy: PolicyDocument): boolean {
  let mentions = knownMentions.get(policy);
  if (mentions === undefined) {
    mentions = /existingobjecttag/i.test(JSON.stringify(policy));
    knownMentions.set(policy, mentions);
  }
  return mentions;
}

/** Decides what callers may do, based on their policies and the bucket's. */
export class Authorizer {
  readonly #bucketPolicies: BucketPolicies;

  constructor(bucketPolicies: BucketPolicies) {
    this.#bucketPolicies = bucketPolicies;
  }

  /**
   * Applies S3's rules within one account: any deny wins, an allow from the user's or the bucket's
   * policy is required, and every policy that bounds the caller must allow it too. Owners need no
   * allow and are not subject to bucket policies.
   */
  allows(caller: Caller, question: Question): boolean {
    const { action, bucket, key, context } = question;
    const request = {
      action,
      context,
      ...(bucket === '' ? {} : { bucket }),
      ...(key === '' ? {} : { key }),
      ...(caller.kind === 'anonymous' ? {} : { principal: caller.account }),
    };
    if (!caller.owner) {
      const bucketPolicy = action.startsWith('s3:') ? this.#bucketPolicies.get(bucket) : undefined;
      const policies =
        bucketPolicy === undefined ? caller.policies : [...caller.policies, bucketPolicy];
      if (evaluate(policies, request) !== 'allow') {
        return false;
      }
    }
    return withinBounds(caller, request);
  }

  /** Whether any policy that applies to the caller refers to the tags of stored objects. */
  needsTags(caller: Caller, bucket: string): boolean {
    const { policies, bounds } = caller;
    const ofBucket = this.#bucketPolicies.get(bucket);
    return (
      policies.some(mentionsTags) ||
      bounds.some(mentionsTags) ||
      (ofBucket !== undefined && mentionsTags(ofBucket))
    );
  }

  /** Whether the caller's bounds allow it, regardless of their policies. */
  isWithinBounds(caller: Caller, { action, context }: Question): boolean {
    return withinBounds(caller, { action, context });
  }

  /**
   * For actions that everybody may perform on themselves: whether nothing denies them. The caller's
   * bounds must still allow it, and callers without any policy may do nothing.
   */
  permits(caller: Caller, { action, context }: Question): boolean {
    const { policies, owner } = caller;
    const request = { action, context };
    return (
      withinBounds(caller, request) &&
      (owner || (policies.length > 0 && evaluate(policies, request) !== 'deny'))
    );
  }
}

/**
 * Whether a caller could be allowed an action under some conditions; a check before reading bodies
 * that are expensive to read. Owners, and actions that need no allow, do not require an allowing
 * policy.
 */
export function canAnywhere(
  { owner, policies, bounds }: Caller,
  action: string,
  needsAllow: boolean,
): boolean {
  const own = owner || (needsAllow ? couldAllow(policies, [action]) : policies.length > 0);
  return own && bounds.every((bound) => couldAllow([bound], [action]));
}

/** Whether the caller's bounds allow it too. */
function withinBounds({ bounds }: Caller, request: PolicyRequest): boolean {
  return bounds.every(
    (bound) =>
      evaluate([bound], request) === 'allow' &&
      (!GRANTING_ACTIONS.has(request.action) || allowsAdministration(bound, request.context)),
  );
}

function allowsAdministration(bound: PolicyDocument, context: ConditionContext): boolean {
  return ADMIN_ACTIONS.every((action) => evaluate([bound], { action, context }) === 'allow');
}
