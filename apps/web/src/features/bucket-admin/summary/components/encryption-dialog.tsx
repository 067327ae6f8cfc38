import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/entities/session/session.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { kmsKeysQuery } from '../api/list-kms-keys.ts';
import { useSetEncryption } from '../api/set-encryption.ts';
import { summaryText } from '../en.ts';
import {
  type BucketEncryption,
  ENCRYPTION_TYPES,
  type EncryptionChoice,
  encryptionType,
} from '../model/encryption.ts';
import type { SettingDialogProps } from './dialog-props.ts';
import { KmsKeyField } from './kms-key-field.tsx';
import classes from './setting-value.module.css';

interface Draft {
  readonly type: EncryptionChoice;
  readonly key: string;
}

function draftOf(encryption: BucketEncryption): Draft {
  return { type: encryptionType(encryption), key: encryption.kmsMasterKeyID ?? '' };
}

/** Sets how new objects are encrypted; with a key of the key service where there is one. */
export function EncryptionDialog(props: SettingDialogProps<BucketEncryption>) {
  const { bucket, current, opened, onClose, onReload } = props;
  const t = useText(summaryText);
  const { base, draft, change, restart } = useDraft(opened, current, draftOf);
  const save = useSetEncryption(bucket);
  const { capabilities } = useSession();
  const keys = useQuery({ ...kmsKeysQuery, enabled: opened && capabilities.admin });
  const noService = keys.data?.configured === false;
  const key = draft.key.trim();
  const submit = () =>
    save.mutate(
      {
        type: draft.type,
        revision: base.revision,
        ...(draft.type === 'sse-kms' && key !== '' && { key }),
      },
      {
        onSuccess: () => {
          showMessage(t('encryption.saved'));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('encryption.dialog')}
      submitLabel={t('save')}
      onSubmit={submit}
      canSubmit={draft.type !== 'sse-kms' || !noService}
      busy={save.isPending}
      failure={save.error}
      onReload={() => void onReload().then((fresh) => fresh && restart(fresh))}
    >
      <Radio.Group
        label={t('encryption.type')}
        value={draft.type}
        onChange={(value) =>
          change({ type: ENCRYPTION_TYPES.find((type) => type === value) ?? 'disabled' })
        }
      >
        <div className={classes.choices}>
          {ENCRYPTION_TYPES.map((type) => (
            <Radio
              key={type}
              value={type}
              label={t(`encryption.types.${type}`)}
              description={
                type === 'sse-kms' && noService
                  ? t('encryption.noService')
                  : t(`encryption.hints.${type}`)
              }
              disabled={type === 'sse-kms' && noService}
            />
          ))}
        </div>
      </Radio.Group>
      {draft.type === 'sse-kms' && !noService && !keys.isLoading && (
        <KmsKeyField
          keys={keys.data}
          value={draft.key}
          onChange={(next) => change({ key: next })}
        />
      )}
    </FormDialog>
  );
}
