import type { AuditStatement } from '@stowage/contract/bucket-admin/access';
import {
  type AuditVerdict,
  auditPolicy,
  type HeldPolicy,
  mentionsVariables,
  type PolicyAudit,
} from '@stowage/domain/bucket-audit';
import type { PolicyDocument } from '@stowage/domain/policy';
import { readBucketStatement, readStatements } from '../../../upstream/effective-policy.ts';

/** A statement as written, and the parts of it that the engine could parse. */
interface BookedStatement {
  readonly index: number;
  readonly sid: string | undefined;
  /** JSON. */
  readonly text: string;
  readonly documents: readonly PolicyDocument[];
}

/** A policy as written, ready to be evaluated for a bucket. */
export interface BookedPolicy {
  readonly name: string;
  readonly statements: readonly BookedStatement[];
  /** For everyone with the policy, or for one user if the policy uses variables of the user. */
  auditFor(user?: string): PolicyAudit;
}

/** How a user has a policy. */
export interface Origin {
  readonly policy: BookedPolicy;
  readonly kind: AuditStatement['kind'];
  readonly group?: string;
}

/** @param document the policy of users and groups, as the server sent it */
export function bookPolicy(name: string, document: unknown, bucket: string): BookedPolicy {
  const statements = readStatements(document).map(({ written, documents }, index) =>
    bookStatement(index, written, documents),
  );
  return book(name, statements, bucket, mentionsVariables(statements));
}

/** @param text the bucket's own policy, JSON */
export function bookBucketPolicy(text: string, bucket: string): BookedPolicy {
  const statements = writtenStatements(text).map((written, index) =>
    // Whatever the engine cannot parse has no effect here.
    bookStatement(index, written, readBucketStatement(written, bucket)),
  );
  return book('bucket policy', statements, bucket, true);
}

function bookStatement(
  index: number,
  written: Readonly<Record<string, unknown>>,
  documents: readonly PolicyDocument[],
): BookedStatement {
  const { Sid } = written;
  const sid = typeof Sid === 'string' && Sid !== '' ? Sid : undefined;
  return { index, sid, text: JSON.stringify(written), documents };
}

function book(
  name: string,
  statements: readonly BookedStatement[],
  bucket: string,
  perUser: boolean,
): BookedPolicy {
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

/** A policy of a user, for the domain's verdicts. */
export function held(origin: Origin, user?: string): HeldPolicy<Origin> {
  const isBucket = origin.kind === 'bucket';
  // MinIO applies the denials of a bucket policy to anonymous users only, other servers to all
  // users.
  return { audit: origin.policy.auditFor(user), origin, weakDenies: isBucket && user !== '' };
}

/** More reasons for one action are not useful; a user with a hundred policies has that many. */
const MAX_REASONS = 20;

/** If there are too many, denials come first. */
function decisiveFirst(because: AuditVerdict<Origin>['because']): AuditVerdict<Origin>['because'] {
  if (because.length <= MAX_REASONS) return because;
  const denies = because.filter(({ effect }) => effect === 'Deny');
  const allows = because.filter(({ effect }) => effect === 'Allow');
  return [...denies, ...allows].slice(0, MAX_REASONS);
}

export function presentVerdict({ ability, extent, because }: AuditVerdict<Origin>) {
  return {
    ability,
    extent,
    because: decisiveFirst(because).map(
      ({ origin: { policy, kind, group }, index, effect, conditional }) => {
        const { sid, text = '' } = policy.statements[index] ?? {};
        return {
          policy: policy.name,
          kind,
          ...(group !== undefined && { group }),
          index,
          ...(sid !== undefined && { sid }),
          effect,
          conditional,
          text,
        };
      },
    ),
  };
}
