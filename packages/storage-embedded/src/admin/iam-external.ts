import { normalizeDn } from '@stowage/directory/dn';
import { recordOf } from '@stowage/domain/record-of';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ExternalIdentity, Parentage } from '../auth/external-identity.ts';
import { isTextList } from './payloads.ts';

type Entry = Readonly<Record<string, unknown>>;

/** The form of account names of OpenID users. */
const OPENID_ACCOUNT = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns whose policies an archive entry contains if it is not a user of the store.
 *
 * @throws S3Error XMinioAdminInvalidArgument
 */
export function readHolder(name: string): {
  readonly kind: 'ldap' | 'openid';
  readonly name: string;
} {
  const dn = normalizeDn(name);
  if (dn !== undefined) {
    return { kind: 'ldap', name: dn };
  }
  if (OPENID_ACCOUNT.test(name)) {
    return { kind: 'openid', name };
  }
  throw new S3Error(
    'XMinioAdminInvalidArgument',
    'It is neither a DN nor the account of a user of an OpenID provider.',
  );
}

/**
 * Returns the archive's description of the identity provider user who owns a key; `identity` is an
 * addition to MinIO's format.
 */
export function writeIdentity({ parent, external }: Parentage): Entry {
  const claims =
    external?.provider === 'ldap' ? { ldapUser: parent, ldapUsername: external.name ?? '' } : {};
  return { claims, ...(external === undefined ? {} : { identity: external }) };
}

/**
 * Reads what `writeIdentity` wrote, or MinIO's claims of a directory user.
 *
 * @returns undefined for keys of root and of the store's own users
 * @throws S3Error XMinioAdminInvalidArgument
 */
export function readIdentity({ parent, identity, claims }: Entry): Parentage | undefined {
  const external = identity === undefined ? ofDirectory(claims) : checkIdentity(identity);
  if (external === undefined) {
    return undefined;
  }
  const holder = readHolder(String(parent));
  if (holder.kind !== external.provider) {
    throw new S3Error('XMinioAdminInvalidArgument', 'Its parent is no user of its provider.');
  }
  return { parent: holder.name, external };
}

function ofDirectory(claims: unknown): ExternalIdentity | undefined {
  const { ldapUser, ldapUsername } = recordOf(claims);
  const dn = typeof ldapUser === 'string' ? normalizeDn(ldapUser) : undefined;
  if (dn === undefined || typeof ldapUsername !== 'string') {
    return undefined;
  }
  const told = { user: [dn], username: [ldapUsername] };
  return { provider: 'ldap', name: ldapUsername, claims: told };
}

function checkIdentity(identity: unknown): ExternalIdentity {
  const { provider, claims, groups, ...texts } = recordOf(identity);
  const known = Object.entries(recordOf(claims)).flatMap(([name, values]) =>
    isTextList(values) ? [[name, values] as const] : [],
  );
  const told = (name: string) => {
    const text = texts[name];
    return typeof text === 'string' ? { [name]: text } : {};
  };
  if (provider !== 'ldap' && provider !== 'openid') {
    throw new S3Error('XMinioAdminInvalidArgument', 'Its identity provider is unknown.');
  }
  return {
    provider,
    claims: Object.fromEntries(known),
    ...(isTextList(groups) ? { groups } : {}),
    ...{ ...told('roleArn'), ...told('configUrl'), ...told('id'), ...told('name') },
  };
}
