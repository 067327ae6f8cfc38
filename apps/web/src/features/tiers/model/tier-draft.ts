import type { NewTier, TierType } from '@stowage/contract/tiers';
import { TIER_NAME } from '@stowage/domain/tier-name';
import type { FieldErrors } from '#web/ui/form/draft-form.ts';
import type { FileValue, SecretValue } from '#web/ui/form/field-spec.ts';
import { tierKind } from './tier-kinds.ts';

/** A tier as entered; fields its type does not have stay empty. */
export interface TierDraft {
  readonly name: string;
  readonly endpoint: string;
  readonly accesskey: string;
  readonly secretkey: SecretValue;
  readonly creds: FileValue | null;
  readonly accountname: string;
  readonly accountkey: SecretValue;
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  readonly storageclass: string;
}

const NO_SECRET: SecretValue = { stored: false };

export function emptyDraft(service: TierType): TierDraft {
  return {
    name: '',
    endpoint: tierKind(service).endpoint,
    accesskey: '',
    secretkey: NO_SECRET,
    creds: null,
    accountname: '',
    accountkey: NO_SECRET,
    bucket: '',
    prefix: '',
    region: '',
    storageclass: '',
  };
}

/** Returns the draft with its name in upper case, as tier names are. */
export function withUpperName(draft: TierDraft): TierDraft {
  return { ...draft, name: draft.name.toUpperCase() };
}

type Required = 'name' | 'endpoint' | 'bucket' | 'prefix' | 'region' | CredentialField;
export type CredentialField = 'accesskey' | 'secretkey' | 'creds' | 'accountname' | 'accountkey';

const PLACE = ['bucket', 'prefix', 'region'] as const;
const CREDENTIALS: Readonly<
  Record<ReturnType<typeof tierKind>['credentials'], readonly CredentialField[]>
> = {
  keys: ['accesskey', 'secretkey'],
  file: ['creds'],
  account: ['accountname', 'accountkey'],
};

/** Returns the credential fields for a tier of this type. */
export function credentialFields(service: TierType): readonly CredentialField[] {
  return CREDENTIALS[tierKind(service).credentials];
}

function isEmpty(value: TierDraft[Required]): boolean {
  if (value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return (value.text ?? '') === '';
}

/** Returns which credentials of a type are missing. */
export function credentialErrors(
  service: TierType,
  values: Pick<TierDraft, CredentialField>,
  say: (field: CredentialField) => string,
): FieldErrors {
  const missing = credentialFields(service).filter((field) => isEmpty(values[field]));
  return Object.fromEntries(missing.map((field) => [field, say(field)]));
}

function isNoAddress(endpoint: string): boolean {
  return endpoint !== '' && !(/^https?:\/\//i.test(endpoint) && URL.canParse(endpoint));
}

/** Returns the errors in a draft, in field order. */
export function draftErrors(
  service: TierType,
  draft: TierDraft,
  say: {
    readonly required: (field: Required) => string;
    readonly name: () => string;
    readonly endpoint: () => string;
  },
): FieldErrors {
  const fields: readonly Required[] = ['name', 'endpoint', ...credentialFields(service), ...PLACE];
  const missing = fields
    .filter((field) => isEmpty(draft[field]))
    .map((field) => [field, say.required(field)] as const);
  const isBad = draft.name !== '' && !TIER_NAME.test(draft.name);
  return {
    ...Object.fromEntries(missing),
    ...(isBad && { name: say.name() }),
    ...(isNoAddress(draft.endpoint.trim()) && { endpoint: say.endpoint() }),
  };
}

/** Returns the request: a minio tier is sent as an S3 one. */
export function tierBody(service: TierType, draft: TierDraft): NewTier {
  const { name, endpoint, bucket, prefix, region } = draft;
  const place = {
    name,
    endpoint: endpoint.trim(),
    bucket: bucket.trim(),
    prefix: prefix.trim(),
    region: region.trim(),
  };
  switch (service) {
    case 'gcs':
      return { type: 'gcs', gcs: { ...place, creds: draft.creds?.text ?? '' } };
    case 'azure':
      return {
        type: 'azure',
        azure: {
          ...place,
          accountname: draft.accountname.trim(),
          accountkey: draft.accountkey.text ?? '',
        },
      };
    default:
      return {
        type: 's3',
        s3: {
          ...place,
          accesskey: draft.accesskey.trim(),
          secretkey: draft.secretkey.text ?? '',
          storageclass: draft.storageclass.trim(),
        },
      };
  }
}
