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

/** What somebody wants to do. */
export interface Question {
  /** Such as 's3:GetObject'. */
  readonly action: string;
  /** '' for what concerns the server. */
  readonly bucket: string;
  /** '' for what concerns a bucket. */
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

/** Decides what callers may do, from their policies and the bucket's. */
export class Authorizer {
  readonly #bucketPolicies: BucketPolicies;

  constructor(bucketPolicies: BucketPolicies) {
    this.#bucketPolicies = bucketPolicies;
  }

  /**
   * As S3 decides within one account: a deny anywhere wins, an allow of the user's or
   * of the bucket's policy is needed, and all that bounds the caller must allow it too. An owner
   * needs no allow and is bound by no bucket policy.
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

  /** Whether a policy that counts for the caller asks for the tags of stored objects. */
  needsTags(caller: Caller, bucket: string): boolean {
    const { policies, bounds } = caller;
    const ofBucket = this.#bucketPolicies.get(bucket);
    return (
      policies.some(mentionsTags) ||
      bounds.some(mentionsTags) ||
      (ofBucket !== undefined && mentionsTags(ofBucket))
    );
  }

  /** Whether what bounds the caller allows it, whatever their policies say. */
  isWithinBounds(caller: Caller, { action, context }: Question): boolean {
    return withinBounds(caller, { action, context });
  }

  /**
   * For what everybody may do to themselves: whether nothing forbids it. What bounds the
   * caller must allow it all the same, and who has no policy at all may do nothing.
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
 * Whether a caller might be allowed an action, whatever else is said of it: for what stands in
 * bodies that are dear to read. An owner or somebody who needs no allow has policies enough.
 */
export function canAnywhere(
  { owner, policies, bounds }: Caller,
  action: string,
  needsAllow: boolean,
): boolean {
  const own = owner || (needsAllow ? couldAllow(policies, [action]) : policies.length > 0);
  return own && bounds.every((bound) => couldAllow([bound], [action]));
}

/** Whether what bounds the caller allows it too. */
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
