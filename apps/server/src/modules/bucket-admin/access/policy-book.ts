import type { AuditStatement } from '@stowage/contract/bucket-admin/access';
import {
  type AuditVerdict,
  auditPolicy,
  type HeldPolicy,
  mentionsVariables,
  type PolicyAudit,
} from '@stowage/domain/bucket-audit';
import { type PolicyDocument, PolicyError, parseBucketPolicy } from '@stowage/domain/policy';
import { readStatements } from '../../../upstream/effective-policy.ts';

/** A policy as it was written, ready to be asked about a bucket. */
export interface BookedPolicy {
  readonly name: string;
  readonly statements: readonly {
    readonly index: number;
    readonly written: Readonly<Record<string, unknown>>;
    readonly documents: readonly PolicyDocument[];
  }[];
  /** Of everybody who has the policy, or of one user where the policy speaks of its user. */
  auditFor(user?: string): PolicyAudit;
}

/** From where somebody has a policy. */
export interface Origin {
  readonly policy: BookedPolicy;
  readonly kind: AuditStatement['kind'];
  readonly group?: string;
}

type Statements = BookedPolicy['statements'];

/** @param document the policy of users and groups, as the server sent it */
export function bookPolicy(name: string, document: unknown, bucket: string): BookedPolicy {
  return book(
    name,
    readStatements(document).map((statement, index) => ({ index, ...statement })),
    bucket,
    mentionsVariables,
  );
}

/** @param text the bucket's own policy, JSON */
export function bookBucketPolicy(text: string, bucket: string): BookedPolicy {
  const statements = writtenStatements(text).map((written, index) => ({
    index,
    written,
    documents: readOwn(written, bucket),
  }));
  return book('bucket policy', statements, bucket, () => true);
}

function book(
  name: string,
  statements: Statements,
  bucket: string,
  differs: (statements: Statements) => boolean,
): BookedPolicy {
  const perUser = differs(statements);
  const shared = auditPolicy(statements, { bucket });
  return {
    name,
    statements,
    auditFor: (user) =>
      perUser && user !== undefined ? auditPolicy(statements, { bucket, user }) : shared,
  };
}

function writtenStatements(text: string): Readonly<Record<string, unknown>>[] {
  const policy: unknown = JSON.parse(text);
  const list = isRecord(policy) ? [policy.Statement].flat() : [];
  return list.filter(isRecord);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the engine cannot read of a bucket's policy says nothing here. */
function readOwn(written: object, bucket: string): PolicyDocument[] {
  try {
    const document = { Version: '2012-10-17', Statement: [written] };
    return [parseBucketPolicy(JSON.stringify(document), bucket)];
  } catch (error) {
    if (error instanceof PolicyError) return [];
    throw error;
  }
}

/** A policy that somebody has, for the verdicts of the domain. */
export function held(origin: Origin, user?: string): HeldPolicy<Origin> {
  const isBucket = origin.kind === 'bucket';
  // MinIO holds the denies of a bucket's policy against strangers only, others against users too.
  return { audit: origin.policy.auditFor(user), origin, weakDenies: isBucket && user !== '' };
}

export function presentVerdict({ ability, extent, because }: AuditVerdict<Origin>) {
  return {
    ability,
    extent,
    because: because.map(({ origin: { policy, kind, group }, index, effect, conditional }) => {
      const written = policy.statements[index]?.written ?? {};
      return {
        policy: policy.name,
        kind,
        ...(group !== undefined && { group }),
        index,
        ...(typeof written.Sid === 'string' && written.Sid !== '' && { sid: written.Sid }),
        effect,
        conditional,
        text: JSON.stringify(written),
      };
    }),
  };
}
