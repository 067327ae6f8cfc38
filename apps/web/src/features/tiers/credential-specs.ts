import type { TierType } from '@stowage/contract/tiers';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { FieldSpec, FileValue, SecretValue } from '#web/ui/form/field-spec.ts';
import type { tiersText } from './en.ts';
import { credentialFields } from './model/tier-draft.ts';

/** The values with which a tier is opened; those of other kinds are not used. */
export interface CredentialValues {
  readonly accesskey: string;
  readonly secretkey: SecretValue;
  readonly creds: FileValue | null;
  readonly accountname: string;
  readonly accountkey: SecretValue;
}

/** The fields for the credentials of a tier of this kind. */
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
