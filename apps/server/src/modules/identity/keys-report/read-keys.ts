import type { PolicyDocument } from '@stowage/domain/policy';
import { type PolicyWidth, policyWidth } from '@stowage/domain/policy-width';
import type { AdminClient, ServiceAccountInfo, UserInfo } from '@stowage/storage-client/admin';
import { boundedParallel } from '../../../bounded-parallel.ts';
import { unlessMissing } from '../../../changes/refused-field.ts';
import { readEffectivePolicy } from '../../../upstream/effective-policy.ts';
import { isGroupEnabled } from '../../../upstream/identities.ts';

/** The storage calls that the report needs. */
export type KeysReportPort = Pick<
  AdminClient,
  | 'getGroup'
  | 'getServiceAccount'
  | 'listAllAccounts'
  | 'listAllServiceAccounts'
  | 'listCannedPolicies'
  | 'listPolicyMappings'
  | 'listServiceAccounts'
  | 'listUsers'
>;

/** A key with the storage server's information about it, and how wide its permissions are. */
export interface KnownKey {
  readonly accessKey: string;
  readonly kind: 'root' | 'user' | 'serviceAccount';
  readonly owner: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly createdAt?: string | undefined;
  readonly lastUsed?: string | undefined;
  readonly expiration?: string | undefined;
  readonly width: PolicyWidth;
  readonly atMost: boolean;
}

const AT_ONCE = 8;
/** Limits on parents, groups and keys' own policies that are requested individually. */
const MAX_ASKED = 10_000;
const MAX_POLICIES = 2_000;

/** Only a key's own policy could restrict these. */
const WORTH_ASKING: ReadonlySet<PolicyWidth> = new Set(['readsAll', 'writesAll', 'grants']);

/** The servers' error code for a missing service account. */
const NO_KEY = 'XMinioInvalidIAMCredentials';

type Layer = readonly PolicyDocument[];

/**
 * Reads every key of every user. Lists are requested once; servers whose lists lack details of
 * service accounts are queried for each user who has some, and the policy of a key is read if it
 * can make a difference.
 */
export async function readKeys(admin: KeysReportPort, signal: AbortSignal): Promise<KnownKey[]> {
  const [users, names, byParent, layerOf] = await Promise.all([
    admin.listUsers({ signal }),
    admin.listAllAccounts({ signal }),
    admin.listAllServiceAccounts({ signal }),
    readLayers(admin, signal),
  ]);
  const known = new Map(users.map((user) => [user.accessKey, user]));
  const widths = new Map<Layer, PolicyWidth>();
  const widthOf = (layer: Layer) => {
    const width = widths.get(layer) ?? policyWidth([layer]);
    widths.set(layer, width);
    return width;
  };
  const root = names.filter((name) => !known.has(name)).map(rootKey);
  const people = users.map((user) => ({
    accessKey: user.accessKey,
    kind: 'user' as const,
    owner: user.accessKey,
    name: '',
    enabled: user.status === 'enabled',
    createdAt: user.createdAt,
    lastUsed: user.lastUsed,
    width: widthOf(layerOf(user)),
    atMost: false,
  }));
  const accounts = await wholeAccounts(admin, byParent, signal);
  const budget = { left: MAX_POLICIES };
  const keys = await boundedParallel(accounts, AT_ONCE, ({ parent, account }) => {
    const user = known.get(parent);
    const layer = user && layerOf(user);
    const width = layer === undefined ? 'grants' : widthOf(layer);
    const enabled = account.enabled && user?.status !== 'disabled';
    return describe(admin, { parent, account, enabled, layer, width, budget, signal });
  });
  return [...root, ...people, ...keys.filter((key) => key !== undefined)];
}

function rootKey(accessKey: string): KnownKey {
  const owner = accessKey;
  return {
    accessKey,
    kind: 'root',
    owner,
    name: '',
    enabled: true,
    width: 'grants',
    atMost: false,
  };
}

interface Asked {
  readonly parent: string;
  readonly account: ServiceAccountInfo;
  /** Whether it can be used: the keys of a disabled user cannot. */
  readonly enabled: boolean;
  /** The policies of its user; root has none. */
  readonly layer: Layer | undefined;
  readonly width: PolicyWidth;
  readonly budget: { left: number };
  readonly signal: AbortSignal;
}

/** Reads a key for the report; undefined if it was deleted since it was listed. */
async function describe(admin: KeysReportPort, asked: Asked): Promise<KnownKey | undefined> {
  const { parent, account, enabled, layer, width, budget, signal } = asked;
  const { accessKey, name, createdAt, lastUsed, expiration } = account;
  const key = { accessKey, kind: 'serviceAccount' as const, owner: parent, name, enabled };
  const facts = { ...key, createdAt, lastUsed, expiration };
  if (account.impliedPolicy || !WORTH_ASKING.has(width)) return { ...facts, width, atMost: false };
  budget.left -= 1;
  if (budget.left < 0) return { ...facts, width, atMost: true };
  const told = await unlessMissing(NO_KEY, admin.getServiceAccount({ accessKey, signal }));
  if (told === undefined) return undefined;
  const own = readEffectivePolicy(JSON.parse(told.policy || '{}')).documents;
  const layers = layer === undefined ? [own] : [layer, own];
  return { ...facts, width: policyWidth(layers), atMost: false };
}

/** MinIO's list of all keys contains only their names. */
async function wholeAccounts(
  admin: KeysReportPort,
  byParent: Readonly<Record<string, readonly ServiceAccountInfo[]>>,
  signal: AbortSignal,
): Promise<{ parent: string; account: ServiceAccountInfo }[]> {
  let left = MAX_ASKED;
  const lists = await boundedParallel(Object.entries(byParent), AT_ONCE, async (entry) => {
    const [parent, listed] = entry;
    const whole = listed.every((account) => account.parent !== '');
    if (!whole) left -= 1;
    const ask = !whole && left >= 0;
    const accounts = ask ? await admin.listServiceAccounts({ user: parent, signal }) : listed;
    return accounts.map((account) => ({ parent, account }));
  });
  return lists.flat();
}

/**
 * The policies of each user, both own and from enabled groups; identical policies share one list.
 */
async function readLayers(
  admin: KeysReportPort,
  signal: AbortSignal,
): Promise<(user: UserInfo) => Layer> {
  const [documents, mappings] = await Promise.all([
    admin.listCannedPolicies({ signal }),
    admin.listPolicyMappings({ signal }),
  ]);
  const ofGroup = new Map<string, string[]>();
  for (const { policy, groups } of mappings) {
    for (const group of groups) ofGroup.set(group, [...(ofGroup.get(group) ?? []), policy]);
  }
  const groups = [...ofGroup.keys()].slice(0, MAX_ASKED);
  await boundedParallel(groups, AT_ONCE, async (group) => {
    if (!(await isGroupEnabled(admin, group, signal))) ofGroup.delete(group);
  });
  const read = new Map<string, Layer>();
  const layers = new Map<string, Layer>();
  const documentsOf = (policy: string): Layer => {
    const known = read.get(policy) ?? readEffectivePolicy(documents[policy]).documents;
    read.set(policy, known);
    return known;
  };
  return ({ policies, memberOf }) => {
    const all = [...policies, ...memberOf.flatMap((group) => ofGroup.get(group) ?? [])];
    const names = [...new Set(all)].sort();
    const id = JSON.stringify(names);
    const layer = layers.get(id) ?? names.flatMap(documentsOf);
    layers.set(id, layer);
    return layer;
  };
}
