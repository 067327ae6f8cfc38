import type * as contract from '@stowage/contract/tiers';
import type { NewTier, Tier, TierCredentials, TierUsage } from '@stowage/storage-client/admin';
import { ConsoleError } from '../../console-error.ts';

/** The type, its settings in a block of that name, and the tier's usage. */
export function presentTier(tier: Tier, usage: TierUsage | undefined): contract.Tier {
  const { type, name, endpoint, bucket, prefix, region } = tier;
  if (type === 'unsupported') return { type };
  const block = {
    name,
    ...given({ endpoint, bucket, prefix, region }),
    ...given({
      accesskey: tier.accessKey,
      accountname: tier.accountName,
      storageclass: tier.storageClass,
    }),
  };
  const held = usage && { size: usage.size, objects: usage.objects, versions: usage.versions };
  return { type, [type]: block, ...(held && { usage: held }) };
}

function given(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}

/**
 * Converts a client's description of a tier for the storage.
 *
 * @throws ConsoleError InvalidInput for a credentials file that is not JSON
 */
export function newTier(input: contract.NewTier): NewTier {
  switch (input.type) {
    case 'gcs': {
      const { creds, ...place } = input.gcs;
      return { ...place, type: 'gcs', credentials: credentialsFile(creds) };
    }
    case 'azure': {
      const { accountname: accountName, accountkey: accountKey, ...place } = input.azure;
      return { ...place, type: 'azure', accountName, accountKey };
    }
    default: {
      const block = input.type === 's3' ? input.s3 : input.minio;
      const { accesskey: accessKey, secretkey: secretKey, storageclass, ...place } = block;
      const storageClass = storageclass === '' ? undefined : storageclass;
      return { ...place, type: input.type, accessKey, secretKey, storageClass };
    }
  }
}

/** @throws ConsoleError InvalidInput if they do not match the type */
export function credentialsOf(
  type: contract.TierType,
  input: contract.TierCredentials,
): TierCredentials {
  if (type === 'gcs') {
    if ('creds' in input) return { credentials: credentialsFile(input.creds) };
    const detail = 'A gcs tier has a credentials file.';
    throw new ConsoleError('InvalidInput', { field: 'creds', detail });
  }
  if ('creds' in input) {
    const detail = `A tier of the type ${type} has an access key and a secret key.`;
    throw new ConsoleError('InvalidInput', { field: 'access_key', detail });
  }
  return { accessKey: input.access_key, secretKey: input.secret_key };
}

/**
 * The contents of an Azure tier belong to its account. MinIO silently keeps the account whatever is
 * sent.
 *
 * @throws ConsoleError InvalidInput for a different one
 */
export function needSameAccount({ type, accountName }: Tier, credentials: TierCredentials): void {
  if (type !== 'azure' || !('accessKey' in credentials)) return;
  if (accountName !== '' && credentials.accessKey !== accountName) {
    const detail = `The tier is in the account ${accountName}. Only its key can be changed.`;
    throw new ConsoleError('InvalidInput', { field: 'access_key', detail });
  }
}

function credentialsFile(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    const detail = 'The credentials file is not JSON.';
    throw new ConsoleError('InvalidInput', { field: 'creds', detail });
  }
  return text;
}
