import { NativeSelect, TextInput } from '@mantine/core';
import type { listKmsKeys } from '@stowage/contract/bucket-admin/settings';
import type { CallOutput } from '@stowage/contract/endpoint';
import { useText } from '#web/lib/i18n/messages.ts';
import { summaryText } from '../en.ts';

export type KmsKeys = CallOutput<typeof listKmsKeys>;

interface KmsKeyFieldProps {
  /** Undefined where the caller may not list the keys. */
  readonly keys: KmsKeys | undefined;
  /** '' stands for the default key. */
  readonly value: string;
  readonly onChange: (key: string) => void;
}

/** Which key of the key service encrypts new objects. */
export function KmsKeyField({ keys, value, onChange }: KmsKeyFieldProps) {
  const t = useText(summaryText);
  if (keys === undefined) {
    return (
      <TextInput
        label={t('encryption.keyId')}
        description={t('encryption.keyIdHint')}
        value={value}
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const known = keys.keys.includes(value) || value === '' ? keys.keys : [value, ...keys.keys];
  const byDefault =
    keys.default_key === undefined
      ? t('encryption.defaultKey')
      : t('encryption.defaultKeyOf', { key: keys.default_key });
  return (
    <NativeSelect
      label={t('encryption.key')}
      value={value}
      data={[{ value: '', label: byDefault }, ...known]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
