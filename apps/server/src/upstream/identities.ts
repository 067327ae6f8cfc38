import type { AdminClient, PolicyMapping, UserInfo } from '@stowage/storage-client/admin';
import { boundedParallel } from '../bounded-parallel.ts';
import { hasCode } from './has-code.ts';

/** The storage calls for finding out who has which policies. */
export interface IdentityReader {
  readonly admin: Pick<AdminClient, 'listCannedPolicies' | 'getCannedPolicy' | 'getGroup'>;
}

const AT_ONCE = 8;

/**
 * All policies in one call; callers who may not list them may still read those in use one by one.
 */
export async function readDocuments(
  { admin }: IdentityReader,
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

/** The policies of each enabled group that has any of the users. */
export async function policiesOfGroups(
  { admin }: IdentityReader,
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
    isGroupEnabled(admin, group, signal),
  );
  return new Map([...policies].filter((_entry, place) => enabled[place]));
}

/**
 * A group that the caller may not read counts as enabled: showing too much is better than too
 * little.
 */
export async function isGroupEnabled(
  admin: Pick<AdminClient, 'getGroup'>,
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
