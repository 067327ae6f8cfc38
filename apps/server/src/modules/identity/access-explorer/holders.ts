import type { AccessHolder, AccessSubject } from '@stowage/contract/identity/access-explorer';
import type { ConditionContext } from '@stowage/domain/policy';
import type { Holder } from '@stowage/domain/policy/explain';
import type {
  AdminClient,
  PolicyMapping,
  ServiceAccountDetails,
  UserInfo,
} from '@stowage/storage-client/admin';
import { boundedParallel } from '../../../bounded-parallel.ts';
import { ConsoleError } from '../../../console-error.ts';
import type { Account } from '../../../upstream/account.ts';
import { hasCode } from '../../../upstream/has-code.ts';
import { isGroupEnabled, readDocuments } from '../../../upstream/identities.ts';
import { type Held, heldStatements, type Origin } from './statements.ts';

/** The storage calls for looking up an account. */
export interface HolderPort {
  readonly admin: Pick<
    AdminClient,
    | 'listCannedPolicies'
    | 'getCannedPolicy'
    | 'getGroup'
    | 'getServiceAccount'
    | 'listAllAccounts'
    | 'listPolicyMappings'
    | 'listUsers'
  >;
  readonly account: () => Promise<Account>;
}

const AT_ONCE = 8;

/** An account, ready to be evaluated. */
export interface Known {
  readonly shown: AccessHolder;
  readonly holder: Holder<Origin>;
  /** Why every request is refused, whatever the policies say. */
  readonly refused?: 'disabled' | 'expired';
  /** Whether relevant policies could not be read. */
  readonly hidden: boolean;
  /** Condition values that apply to all their requests. */
  readonly context: ConditionContext;
}

interface Group {
  readonly enabled: boolean;
  readonly policies: readonly string[];
}

/** The policies of some users, read once. */
export interface Directory {
  readonly groups: ReadonlyMap<string, Group>;
  readonly documents: ReadonlyMap<string, unknown>;
}

/** @throws ConsoleError NotFound if there is no such account */
export async function findHolder(
  port: HolderPort,
  subject: AccessSubject,
  signal: AbortSignal,
): Promise<Known> {
  switch (subject.kind) {
    case 'anonymous':
      return anonymous;
    case 'me':
      return callerItself(await port.account());
    case 'user':
      return findUser(port, subject.name, signal);
    case 'group':
      return findGroup(port, subject.name, signal);
    case 'key':
      return findKey(port, subject.name, signal);
  }
}

const anonymous: Known = {
  shown: { kind: 'anonymous', name: '', enabled: true, groups: [] },
  holder: { owner: false, principal: '', standing: [], bounds: [] },
  hidden: false,
  context: {
    ...identityOf(''),
    principaltype: ['Anonymous'],
    authType: [''],
    signatureversion: [''],
    groups: [],
  },
};

function identityOf(account: string): ConditionContext {
  return { username: [account], userid: [account] };
}

/**
 * The caller, by the policies that the server reports to be in effect: users who may not list
 * policies may still know their own.
 */
function callerItself({ name, policy }: Account): Known {
  const source = { policy: '', kind: 'account' } as const;
  return {
    shown: { kind: 'user', name, enabled: true, groups: [] },
    holder: {
      owner: false,
      principal: name,
      standing: heldStatements({ Statement: policy.statements }, source),
      bounds: [],
    },
    hidden: false,
    context: identityOf(name),
  };
}

/** The policies of these users, both their own and those of their groups. */
export async function readDirectory(
  { admin }: HolderPort,
  users: readonly UserInfo[],
  mappings: readonly PolicyMapping[],
  signal: AbortSignal,
): Promise<Directory> {
  const names = [...new Set(users.flatMap(({ memberOf }) => memberOf))];
  const enabled = await boundedParallel(names, AT_ONCE, (group) =>
    isGroupEnabled(admin, group, signal),
  );
  const policiesOf = (group: string) =>
    mappings.filter(({ groups }) => groups.includes(group)).map(({ policy }) => policy);
  const groups = new Map(
    names.map((name, at) => [name, { enabled: enabled[at] ?? true, policies: policiesOf(name) }]),
  );
  const own = users.flatMap(({ policies }) => policies);
  const ofGroups = [...groups.values()].flatMap(({ policies }) => policies);
  const documents = await readDocuments({ admin }, [...new Set([...own, ...ofGroups])], signal);
  return { groups, documents };
}

async function findUser(port: HolderPort, name: string, signal: AbortSignal): Promise<Known> {
  const [users, mappings] = await Promise.all([
    port.admin.listUsers({ signal }),
    port.admin.listPolicyMappings({ signal }),
  ]);
  const user = users.find(({ accessKey }) => accessKey === name);
  if (user) return knownUser(user, await readDirectory(port, [user], mappings, signal));
  if (await isRoot(port, name, users, signal)) return root(name);
  throw new ConsoleError('NotFound', { field: 'name', detail: `There is no user '${name}'.` });
}

/** Root is the only account with keys that is not a user. */
async function isRoot(
  { admin }: HolderPort,
  name: string,
  users: readonly UserInfo[],
  signal: AbortSignal,
): Promise<boolean> {
  if (users.some(({ accessKey }) => accessKey === name)) return false;
  return (await admin.listAllAccounts({ signal })).includes(name);
}

function root(name: string): Known {
  return {
    shown: { kind: 'root', name, enabled: true, groups: [] },
    holder: { owner: true, principal: name, standing: [], bounds: [] },
    hidden: false,
    context: { ...identityOf(name), principaltype: ['Account'] },
  };
}

/** A user as the directory describes it. */
export function knownUser(user: UserInfo, { groups, documents }: Directory): Known {
  const { accessKey: name, status, policies, memberOf } = user;
  // A deleted policy that is still attached has no effect.
  const of = (policy: string, source: Pick<Origin, 'kind' | 'group'>): Held[] =>
    heldStatements(documents.get(policy), { policy, ...source });
  const inGroups = memberOf.flatMap((group) => {
    const found = groups.get(group);
    return found?.enabled ? found.policies.map((policy) => ({ policy, group })) : [];
  });
  const standing = [
    ...policies.flatMap((policy) => of(policy, { kind: 'user' })),
    ...inGroups.flatMap(({ policy, group }) => of(policy, { kind: 'group', group })),
  ];
  return {
    shown: {
      kind: 'user',
      name,
      enabled: status === 'enabled',
      groups: memberOf.map((group) => ({
        name: group,
        enabled: groups.get(group)?.enabled ?? true,
      })),
    },
    holder: { owner: false, principal: name, standing, bounds: [] },
    ...(status === 'disabled' && { refused: 'disabled' }),
    hidden: false,
    context: { ...identityOf(name), principaltype: ['User'] },
  };
}

/** What the members of a group may do through the group alone. */
async function findGroup(port: HolderPort, group: string, signal: AbortSignal): Promise<Known> {
  const { status } = await port.admin.getGroup({ group, signal }).catch((error: unknown) => {
    if (!hasCode(error, 'XMinioAdminNoSuchGroup')) throw error;
    throw new ConsoleError('NotFound', {
      field: 'name',
      detail: `There is no group '${group}'.`,
      cause: error,
    });
  });
  const mappings = await port.admin.listPolicyMappings({ signal });
  const names = mappings.filter(({ groups }) => groups.includes(group)).map(({ policy }) => policy);
  const documents = await readDocuments(port, names, signal);
  const standing = names.flatMap((policy) =>
    heldStatements(documents.get(policy), { policy, kind: 'group', group }),
  );
  const enabled = status === 'enabled';
  return {
    shown: { kind: 'group', name: group, enabled, groups: [] },
    holder: { owner: false, principal: undefined, standing, bounds: [] },
    ...(!enabled && { refused: 'disabled' }),
    hidden: false,
    context: { principaltype: ['User'] },
  };
}

async function findKey(port: HolderPort, accessKey: string, signal: AbortSignal): Promise<Known> {
  const key = await port.admin.getServiceAccount({ accessKey, signal }).catch((error: unknown) => {
    if (
      !hasCode(error, 'XMinioInvalidIAMCredentials') &&
      !hasCode(error, 'XMinioAdminServiceAccountNotFound')
    )
      throw error;
    const detail = `There is no access key '${accessKey}'.`;
    throw new ConsoleError('NotFound', { field: 'name', detail, cause: error });
  });
  const parent = await findUser(port, key.parent, signal);
  const refused = refusalOf(key, parent);
  return {
    shown: {
      ...parent.shown,
      kind: 'key',
      name: accessKey,
      parent: key.parent,
      enabled: key.enabled,
    },
    holder: {
      ...parent.holder,
      bounds: key.impliedPolicy
        ? []
        : [heldStatements(JSON.parse(key.policy), { policy: '', kind: 'key' })],
    },
    ...(refused && { refused }),
    hidden: parent.hidden || key.inheritedPolicies > 0,
    context: {
      ...identityOf(key.parent),
      principaltype: [parent.holder.owner ? 'Account' : 'AssumedRole'],
    },
  };
}

function refusalOf(key: ServiceAccountDetails, parent: Known): Known['refused'] {
  if (!key.enabled) return 'disabled';
  if (key.expiration !== undefined && Date.parse(key.expiration) <= Date.now()) return 'expired';
  return parent.refused;
}
