import type { TierType } from '@stowage/contract/tiers';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { FieldSpec, FileValue, SecretValue } from '#web/ui/form/field-spec.ts';
import type { tiersText } from './en.ts';
import { credentialFields } from './model/tier-draft.ts';

/** The credentials of a tier; those of other types are unused. */
export interface CredentialValues {
  readonly accesskey: string;
  readonly secretkey: SecretValue;
  readonly creds: FileValue | null;
  readonly accountname: string;
  readonly accountkey: SecretValue;
}

/** Returns the credential fields for a tier of this type. */
export function credentialSpecs(
  service: TierType,
  t: Translate<(typeof tiersText)['english']>,
): readonly FieldSpec<CredentialValues>[] {
  return credentialFields(service).map((name): FieldSpec<CredentialValues> => {
    const label = t(`field.${name}`);
    switch (name) {
      case 'creds':
        return { kind: 'file', name, label, accept: '.json', description: t('field.credsAbout') };
      case 'secretkey':
      case 'accountkey':
        return { kind: 'secret', name, label };
      default:
        return { kind: 'text', name, label };
    }
  });
}
