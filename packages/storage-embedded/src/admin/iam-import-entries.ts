import { normalizeDn } from '@stowage/directory/dn';
import { isCannedPolicy } from '@stowage/domain/canned-policies';
import type { PolicyDocument } from '@stowage/domain/policy';
import type { IamArchive, IamArchivePart } from '@stowage/storage-wire/iam-archive';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { bindNew } from '../auth/service-account.ts';
import { changedUser, newUser } from '../auth/user.ts';
import type { Store } from '../store.ts';
import { readHolder, readIdentity } from './iam-external.ts';
import { checkAccessKey, checkSecret } from './key-rules.ts';
import { checkNewName } from './names.ts';
import { isTextList } from './payloads.ts';
import { parseNamedPolicy, readSessionPolicy } from './policy-documents.ts';
import { readExpiry } from './service-account-fields.ts';

interface ArchivedEntry {
  readonly store: Store;
  readonly archive: IamArchive;
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

type Done = 'added' | 'removed';

const IMPORTS: Readonly<
  Partial<Record<IamArchivePart, (archived: ArchivedEntry) => Promise<Done>>>
> = {
  policies: importPolicy,
  users: importUser,
  groups: importGroup,
  serviceAccounts: importServiceAccount,
  userPolicies: importUserPolicies,
  groupPolicies: importGroupPolicies,
  stsPolicies: importExternalPolicies,
};

/**
 * Imports one entry of an archive; must be called in turn.
 *
 * @throws S3Error whose message says what is wrong with the entry, none of which is imported then
 */
export async function importEntry(archived: ArchivedEntry, part: IamArchivePart): Promise<Done> {
  return (await IMPORTS[part]?.(archived)) ?? 'added';
}

/** An empty policy means that it is to be deleted, as in MinIO. */
async function importPolicy({ store, name, entry }: ArchivedEntry): Promise<Done> {
  const { policies, users, groups } = store.identities;
  const { Version = '', Statement } = entry;
  if (Version === '' && (Statement === undefined || Statement === null)) {
    const holders = [...users.values(), ...groups.list()];
    if (holders.some((holder) => holder.policies.includes(name)) || store.ldap.users.uses(name)) {
      throw new S3Error('XMinioIAMPolicyInUse');
    }
    await policies.remove(name);
    return 'removed';
  }
  checkNewName(name);
  if (name.includes(',')) {
    throw new S3Error('PolicyInvalidName');
  }
  const document = parseNamedPolicy(JSON.stringify(entry));
  const current = policies.get(name);
  const same = JSON.stringify(current?.document) === JSON.stringify(document);
  // An unchanged built-in policy stays built in.
  if (!(same && isCannedPolicy(name))) {
    await policies.put(name, document);
  }
  return 'added';
}

async function importUser({ store, name, entry }: ArchivedEntry): Promise<Done> {
  const { users, serviceAccounts } = store.identities;
  refuseRootName(store, name);
  if (serviceAccounts.get(name) !== undefined) {
    throw new S3Error(
      'XMinioInvalidIAMCredentials',
      'The access key is that of a service account.',
    );
  }
  checkNewKey(name);
  const change = { secretKey: checkSecret(entry.secretKey), enabled: entry.status !== 'disabled' };
  await users.put(name, changedUser(users.get(name) ?? newUser(name), change));
  return 'added';
}

/** Members are added to the existing ones. */
async function importGroup({ store, name, entry }: ArchivedEntry): Promise<Done> {
  const { identities } = store;
  const members = entry.members ?? [];
  if (!isTextList(members)) {
    throw new S3Error('XMinioAdminInvalidArgument', 'The members are no list of names.');
  }
  for (const member of members) {
    identities.requireUser(member);
  }
  const current = identities.groups.get(name);
  if (current === undefined) {
    if (/[=,]/.test(name)) {
      throw new S3Error('XMinioInvalidGroupName');
    }
    checkNewName(name);
  }
  await identities.groups.put({
    name,
    policies: current?.policies ?? [],
    members: [...new Set([...(current?.members ?? []), ...members])],
    enabled: entry.status !== 'disabled',
  });
  return 'added';
}

async function importServiceAccount({ store, archive, name, entry }: ArchivedEntry): Promise<Done> {
  const { users, serviceAccounts } = store.identities;
  const { parent, status } = entry;
  refuseRootName(store, name);
  if (users.get(name) !== undefined) {
    throw new S3Error('XMinioIAMServiceAccountNotAllowed', 'The access key is that of a user.');
  }
  checkNewKey(name);
  if (typeof parent !== 'string' || parent === name) {
    throw new S3Error('XMinioAdminInvalidArgument', 'It has no parent.');
  }
  const parentage = readIdentity(entry) ?? { parent };
  if (parentage.external === undefined) {
    checkParent(store, archive, parent);
  }
  const expiresAt = readExpiry(entry.expiration);
  const now = Date.now();
  const { createdAt = now } = serviceAccounts.get(name) ?? {};
  await serviceAccounts.put(name, {
    accessKey: name,
    secretKey: checkSecret(entry.secretKey),
    ...parentage,
    enabled: status !== 'off' && status !== 'disabled',
    name: textOf(entry.name),
    description: textOf(entry.description),
    ...(expiresAt === 0 ? {} : { expiresAt }),
    ...bindNew(undefined, readBounds(entry)),
    createdAt,
    updatedAt: now,
  });
  await store.ldap.expect(parentage);
  return 'added';
}

/** Refuses keys of a user whose name is that of root here: they must not become keys of root. */
function checkParent({ authenticator, identities }: Store, archive: IamArchive, parent: string) {
  if (parent !== authenticator.root.accessKey) {
    identities.requireUser(parent);
  } else if (archive.users.has(parent)) {
    throw new S3Error('XMinioIAMServiceAccountNotAllowed', 'Its user has the name of root here.');
  }
}

/**
 * Returns all policies that restrict the key: the store's own list, or the only one that MinIO
 * supports.
 */
function readBounds({ boundPolicies, sessionPolicy }: ArchivedEntry['entry']): PolicyDocument[] {
  const written = Array.isArray(boundPolicies) ? boundPolicies : [sessionPolicy];
  const bounds = written.map(readSessionPolicy).filter((policy) => policy !== undefined);
  if (Array.isArray(boundPolicies) && bounds.length !== boundPolicies.length) {
    throw new S3Error('XMinioMalformedIAMPolicy');
  }
  return bounds;
}

async function importUserPolicies({ store, name, entry }: ArchivedEntry): Promise<Done> {
  const { identities } = store;
  const user = identities.requireUser(name);
  const policies = readPolicies(store, entry);
  await identities.users.put(name, changedUser(user, { policies }));
  return 'added';
}

async function importGroupPolicies({ store, name, entry }: ArchivedEntry): Promise<Done> {
  const { identities, ldap } = store;
  const dn = normalizeDn(name);
  // A DN cannot be the name of a group of the store.
  if (dn !== undefined) {
    await ldap.users.setPolicies('group', dn, readPolicies(store, entry));
    return 'added';
  }
  const group = identities.requireGroup(name);
  await identities.groups.put({ ...group, policies: readPolicies(store, entry) });
  return 'added';
}

/**
 * Imports the policies of directory users, and of OpenID users, whose next token overrides them.
 */
async function importExternalPolicies({ store, name, entry }: ArchivedEntry): Promise<Done> {
  const { identities, ldap } = store;
  const holder = readHolder(name);
  const policies = readPolicies(store, entry);
  await (holder.kind === 'ldap'
    ? ldap.users.setPolicies('user', holder.name, policies)
    : identities.openIdUsers.put(holder.name, { policies, updatedAt: Date.now() }));
  return 'added';
}

function readPolicies({ identities }: Store, { policy }: ArchivedEntry['entry']): string[] {
  const names = textOf(policy)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  for (const name of names) {
    identities.requirePolicy(name);
  }
  return [...new Set(names)];
}

function refuseRootName({ authenticator }: Store, name: string): void {
  if (name === authenticator.root.accessKey) {
    throw new S3Error('XMinioInvalidIAMCredentials', 'The access key is that of root.');
  }
}

function checkNewKey(accessKey: string): void {
  if (accessKey.trim() !== accessKey) {
    throw new S3Error('XMinioInvalidResource');
  }
  checkAccessKey(accessKey);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
