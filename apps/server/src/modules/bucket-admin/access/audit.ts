import type * as contract from '@stowage/contract/bucket-admin/access';
import { auditedStatements, auditVerdicts } from '@stowage/domain/bucket-audit';
import type { AdminClient, PolicyMapping, UserInfo } from '@stowage/storage-client/admin';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { S3Client } from '@stowage/storage-client/s3';
import { boundedParallel } from '../../../bounded-parallel.ts';
import { readPolicy } from '../settings/access-policy.ts';
import {
  type BookedPolicy,
  bookBucketPolicy,
  bookPolicy,
  held,
  type Origin,
  presentVerdict,
} from './policy-book.ts';

/** What the audit of a bucket needs of the storage. */
export interface AuditPort {
  readonly s3: Pick<S3Client, 'getBucketPolicy'>;
  readonly admin: Pick<
    AdminClient,
    'listCannedPolicies' | 'getCannedPolicy' | 'listUsers' | 'listPolicyMappings' | 'getGroup'
  >;
}

const AT_ONCE = 8;

interface PolicyList {
  readonly policies: contract.AuditPolicy[];
  readonly anonymous?: contract.AuditGrant[];
}

/** The policies that allow or deny something in the bucket, and what anonymous users may do there. */
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

/** The bucket's own policy; undefined for none, 'unknown' where the caller may not read it. */
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

/** The users that can do anything in the bucket, with what it is and by which statements. */
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

/** Each policy counts once, however a user has it: first his own, then those of his groups. */
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

/** All policies with one call; whoever may not list them may read those that are in use one by one. */
async function readDocuments(
  { admin }: AuditPort,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, unknown>> {
  try {
    const all = await admin.listCannedPolicies({ signal });
    return new Map(names.flatMap((name) => (Object.hasOwn(all, name) ? [[name, all[name]]] : [])));
  } catch (error) {
    if (!hasCode(error, 'AccessDenied')) throw error;
  }
  const read = await boundedParallel(names, AT_ONCE, async (name) => {
    try {
      return [[name, await admin.getCannedPolicy({ name, signal })] as const];
    } catch (error) {
      if (hasCode(error, 'XMinioAdminNoSuchPolicy')) return [];
      throw error;
    }
  });
  return new Map(read.flat());
}

/** The policies of each group that is not switched off, of those groups that users are in. */
async function policiesOfGroups(
  { admin }: AuditPort,
  users: readonly UserInfo[],
  mappings: readonly PolicyMapping[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const inUse = new Set(users.flatMap(({ memberOf }) => memberOf));
  const policies = new Map<string, string[]>();
  for (const { policy, groups } of mappings) {
    for (const group of groups.filter((name) => inUse.has(name))) {
      policies.set(group, [...(policies.get(group) ?? []), policy]);
    }
  }
  const enabled = await boundedParallel([...policies.keys()], AT_ONCE, (group) =>
    isEnabled(admin, group, signal),
  );
  return new Map([...policies].filter((_entry, place) => enabled[place]));
}

/** A group that the caller may not look at counts: it is better to show too much than too little. */
async function isEnabled(
  admin: AuditPort['admin'],
  group: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await admin.getGroup({ group, signal })).status === 'enabled';
  } catch (error) {
    if (hasCode(error, 'AccessDenied')) return true;
    if (hasCode(error, 'XMinioAdminNoSuchGroup')) return false;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof StorageRequestError && error.code === code;
}
