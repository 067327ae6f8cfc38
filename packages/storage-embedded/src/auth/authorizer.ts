import { type ConditionContext, evaluate, type PolicyDocument } from '@stowage/domain/policy';
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
   * of the bucket's policy is needed, and a session policy must allow it too. An owner
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
    const { sessionPolicy } = caller;
    return sessionPolicy === undefined || evaluate([sessionPolicy], request) === 'allow';
  }

  /** Whether a policy that counts for the caller asks for the tags of stored objects. */
  needsTags(caller: Caller, bucket: string): boolean {
    const { policies, sessionPolicy } = caller;
    const ofBucket = this.#bucketPolicies.get(bucket);
    return (
      policies.some(mentionsTags) ||
      (sessionPolicy !== undefined && mentionsTags(sessionPolicy)) ||
      (ofBucket !== undefined && mentionsTags(ofBucket))
    );
  }

  /**
   * For what everybody may do to themselves: whether nothing forbids it. A session
   * policy must allow it all the same, and who has no policy at all may do nothing.
   */
  permits(caller: Caller, { action, context }: Question): boolean {
    const { policies, sessionPolicy, owner } = caller;
    const request = { action, context };
    if (sessionPolicy !== undefined && evaluate([sessionPolicy], request) !== 'allow') {
      return false;
    }
    return owner || (policies.length > 0 && evaluate(policies, request) !== 'deny');
  }
}
