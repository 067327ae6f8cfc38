import { normalizeDn } from '@stowage/directory/dn';
import { recordOf } from '@stowage/domain/record-of';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ExternalIdentity, Parentage } from '../auth/external-identity.ts';
import { isTextList } from './payloads.ts';

type Entry = Readonly<Record<string, unknown>>;

/** How users of OpenID providers are called here. */
const OPENID_ACCOUNT = /^[A-Za-z0-9_-]{43}$/;

/** Whose policies an entry of an archive names that is about no user of the store. */
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

/** What an archive says of the user of an identity provider whose a key is; `identity` is ours. */
export function writeIdentity({ parent, external }: Parentage): Entry {
  const claims =
    external?.provider === 'ldap' ? { ldapUser: parent, ldapUsername: external.name ?? '' } : {};
  return { claims, ...(external === undefined ? {} : { identity: external }) };
}

/**
 * The same as it is read: that of this store, or MinIO's claims of a user of a directory.
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
