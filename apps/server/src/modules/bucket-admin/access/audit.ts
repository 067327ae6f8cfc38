import type * as contract from '@stowage/contract/bucket-admin/access';
import { auditedStatements, auditVerdicts } from '@stowage/domain/bucket-audit';
import type { AdminClient, PolicyMapping, UserInfo } from '@stowage/storage-client/admin';
import type { S3Client } from '@stowage/storage-client/s3';
import { hasCode } from '../../../upstream/has-code.ts';
import { policiesOfGroups, readDocuments } from '../../../upstream/identities.ts';
import { readPolicy } from '../settings/access-policy.ts';
import {
  type BookedPolicy,
  bookBucketPolicy,
  bookPolicy,
  held,
  type Origin,
  presentVerdict,
} from './policy-book.ts';

/** The storage calls that a bucket's audit needs. */
export interface AuditPort {
  readonly s3: Pick<S3Client, 'getBucketPolicy'>;
  readonly admin: Pick<
    AdminClient,
    'listCannedPolicies' | 'getCannedPolicy' | 'listUsers' | 'listPolicyMappings' | 'getGroup'
  >;
}

interface PolicyList {
  readonly policies: contract.AuditPolicy[];
  readonly anonymous?: contract.AuditGrant[];
}

/**
 * Returns the policies that allow or deny anything in the bucket, and what anonymous users may do
 * there.
 */
export async function auditPolicies(
  port: AuditPort,
  bucket: string,
  signal: AbortSignal,
): Promise<PolicyList> {
  const [documents, mappings, own] = await Promise.all([
    port.admin.listCannedPolicies({ signal }),
    port.admin.listPolicyMappings({ signal }),
    readOwnPolicy(port, bucket, signal),
  ]);
  const policies = Object.entries(documents).flatMap(([name, document]) => {
    const policy = bookPolicy(name, document, bucket);
    if (auditedStatements(policy.auditFor()).length === 0) return [];
    const { users = [], groups = [] } = mappings.find((one) => one.policy === name) ?? {};
    const grants = auditVerdicts([held({ policy, kind: 'user' })]).map(presentVerdict);
    const text = JSON.stringify(document);
    return [{ name, policy: text, grants, users: [...users], groups: [...groups] }];
  });
  if (own === 'unknown') return { policies };
  const anonymous = own ? auditVerdicts([held({ policy: own, kind: 'bucket' }, '')]) : [];
  return { policies, anonymous: anonymous.map(presentVerdict) };
}

/** The bucket's own policy; undefined if there is none, 'unknown' if the caller may not read it. */
async function readOwnPolicy(
  { s3 }: AuditPort,
  bucket: string,
  signal: AbortSignal,
): Promise<BookedPolicy | undefined | 'unknown'> {
  try {
    const text = await readPolicy(s3, bucket, signal);
    return text === undefined ? undefined : bookBucketPolicy(text, bucket);
  } catch (error) {
    if (hasCode(error, 'AccessDenied')) return 'unknown';
    throw error;
  }
}

/**
 * Returns the users who have any access to the bucket, with the actions and the statements that
 * allow them.
 */
export async function auditUsers(
  port: AuditPort,
  bucket: string,
  signal: AbortSignal,
): Promise<contract.AuditUser[]> {
  const [users, mappings, own] = await Promise.all([
    port.admin.listUsers({ signal }),
    port.admin.listPolicyMappings({ signal }),
    readOwnPolicy(port, bucket, signal),
  ]);
  const documents = await readDocuments(port, namesOf(users, mappings), signal);
  const books = new Map(
    [...documents].map(([name, document]) => [name, bookPolicy(name, document, bucket)]),
  );
  const ofGroups = await policiesOfGroups(port, users, mappings, signal);
  const bucketPolicy: Origin[] = own && own !== 'unknown' ? [{ policy: own, kind: 'bucket' }] : [];
  return users.flatMap((user) => {
    const origins = [...originsOf(user, books, ofGroups), ...bucketPolicy];
    const verdicts = auditVerdicts(origins.map((origin) => held(origin, user.accessKey)));
    return verdicts.length === 0 ? [] : [presentUser(user, verdicts.map(presentVerdict))];
  });
}

function presentUser(user: UserInfo, grants: contract.AuditGrant[]): contract.AuditUser {
  return {
    name: user.accessKey,
    enabled: user.status === 'enabled',
    groups: [...user.memberOf],
    policies: [...user.policies],
    grants,
  };
}

/**
 * Each policy counts once, however a user has it: first the user's own, then those of the groups.
 */
function originsOf(
  { policies, memberOf }: UserInfo,
  books: ReadonlyMap<string, BookedPolicy>,
  ofGroups: ReadonlyMap<string, readonly string[]>,
): Origin[] {
  const found = new Map<string, Origin>();
  const add = (name: string, rest: Omit<Origin, 'policy'>) => {
    const policy = books.get(name);
    if (policy && !found.has(name)) found.set(name, { policy, ...rest });
  };
  for (const name of policies) add(name, { kind: 'user' });
  for (const group of memberOf) {
    for (const name of ofGroups.get(group) ?? []) add(name, { kind: 'group', group });
  }
  return [...found.values()];
}

function namesOf(users: readonly UserInfo[], mappings: readonly PolicyMapping[]): string[] {
  const ofGroups = mappings.filter(({ groups }) => groups.length > 0);
  return [
    ...new Set([
      ...users.flatMap(({ policies }) => policies),
      ...ofGroups.map(({ policy }) => policy),
    ]),
  ];
}
