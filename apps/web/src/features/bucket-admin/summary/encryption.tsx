import { NativeSelect, TextInput } from '@mantine/core';
import type { listKmsKeys } from '@stowage/contract/bucket-admin/settings';
import type { CallOutput } from '@stowage/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { type Fields, useDraftForm } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { type BucketEncryption, encryptionQuery, kmsKeysQuery, useSetEncryption } from './api.ts';
import { summaryText } from './en.ts';
import { type CardProps, Setting, type SettingDialogProps, SettingValue } from './setting.tsx';

const ENCRYPTION_TYPES = ['disabled', 'sse-s3', 'sse-kms'] as const;
type EncryptionType = (typeof ENCRYPTION_TYPES)[number];

/** AES256 is SSE-S3, any other algorithm is SSE-KMS, and none is no encryption. */
export function encryptionType({ algorithm }: Pick<BucketEncryption, 'algorithm'>): EncryptionType {
  if (algorithm === undefined || algorithm === '') return 'disabled';
  return algorithm === 'AES256' ? 'sse-s3' : 'sse-kms';
}

function EncryptionValue(encryption: BucketEncryption) {
  const t = useText(summaryText);
  const type = encryptionType(encryption);
  const key = type === 'sse-kms' ? encryption.kmsMasterKeyID : undefined;
  return (
    <SettingValue
      hint={key === undefined ? t(`encryption.hints.${type}`) : t('encryption.keyOf', { key })}
    >
      {t(`encryption.types.${type}`)}
    </SettingValue>
  );
}

interface EncryptionValues {
  readonly type: EncryptionType;
  /** '' is the default key. */
  readonly key: string;
}

interface KmsKeyFieldProps {
  /** Undefined if the caller cannot list the keys. */
  readonly keys: CallOutput<typeof listKmsKeys> | undefined;
  readonly fields: Fields<EncryptionValues>;
}

/** The key of the key service that encrypts new objects. */
function KmsKeyField({ keys, fields }: KmsKeyFieldProps) {
  const t = useText(summaryText);
  const { key } = fields.values;
  if (keys === undefined) {
    return (
      <TextInput
        label={t('encryption.keyId')}
        description={t('encryption.keyIdHint')}
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        {...fields.input('key')}
      />
    );
  }
  const known = keys.keys.includes(key) || key === '' ? keys.keys : [key, ...keys.keys];
  const byDefault =
    keys.default_key === undefined
      ? t('encryption.defaultKey')
      : t('encryption.defaultKeyOf', { key: keys.default_key });
  return (
    <NativeSelect
      label={t('encryption.key')}
      data={[{ value: '', label: byDefault }, ...known]}
      {...fields.input('key')}
    />
  );
}

function valuesOf(encryption: BucketEncryption): EncryptionValues {
  return { type: encryptionType(encryption), key: encryption.kmsMasterKeyID ?? '' };
}

/** Sets the encryption of new objects, with a key if there is a key service. */
function EncryptionDialog({
  bucket,
  current,
  reload,
  ...frame
}: SettingDialogProps<BucketEncryption>) {
  const t = useText(summaryText);
  const { capabilities } = useSession();
  const keys = useQuery({ ...kmsKeysQuery, enabled: capabilities.admin });
  const noService = keys.data?.configured === false;
  const form = useDraftForm({
    state: current,
    valuesOf,
    errorsOf: ({ type }) => ({
      type: type === 'sse-kms' && noService ? t('encryption.noService') : undefined,
    }),
  });
  const save = useSetEncryption(bucket);
  const { type } = form.values;
  const key = form.values.key.trim();
  return (
    <FormDialog
      {...frame}
      title={t('encryption.dialog')}
      submitLabel={t('save')}
      form={form}
      onSubmit={() =>
        save.mutate(
          {
            type,
            revision: form.base.revision,
            ...(type === 'sse-kms' && key !== '' && { key }),
          },
          savedAndClosed(t('encryption.saved'), frame),
        )
      }
      busy={save.isPending}
      onReload={form.restartWith(reload)}
    >
      <FieldList
        fields={form}
        specs={[
          {
            kind: 'choice',
            as: 'radio',
            name: 'type',
            label: t('encryption.type'),
            options: ENCRYPTION_TYPES.map((value) => {
              const refused = value === 'sse-kms' && noService;
              return {
                value,
                label: t(`encryption.types.${value}`),
                description: refused ? t('encryption.noService') : t(`encryption.hints.${value}`),
                disabled: refused,
              };
            }),
          },
        ]}
      />
      {type === 'sse-kms' && !noService && !keys.isLoading && (
        <KmsKeyField keys={keys.data} fields={form} />
      )}
    </FormDialog>
  );
}

/** The encryption of new objects. */
export function EncryptionSetting({ bucket, canChange }: CardProps) {
  const t = useText(summaryText);
  return (
    <Setting
      title={t('encryption.title')}
      bucket={bucket}
      query={useQuery(encryptionQuery(bucket))}
      canChange={canChange}
      value={(encryption) => <EncryptionValue {...encryption} />}
      dialog={(props) => <EncryptionDialog {...props} />}
    />
  );
}
