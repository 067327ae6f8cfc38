import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/lib/i18n/messages.ts';
import { SettingCard } from '#web/ui/setting-card.tsx';
import { encryptionQuery } from '../api/get-encryption.ts';
import { summaryText } from '../en.ts';
import { encryptionType } from '../model/encryption.ts';
import type { CardProps } from './card-props.ts';
import { EditButton } from './edit-button.tsx';
import { EncryptionDialog } from './encryption-dialog.tsx';
import { Loaded } from './loaded.tsx';
import { SettingValue } from './setting-value.tsx';
import { useSettingDialog } from './use-setting-dialog.ts';

/** How new objects are encrypted. */
export function EncryptionCard({ bucket, canChange }: CardProps) {
  const t = useText(summaryText);
  const encryption = useQuery(encryptionQuery(bucket));
  const dialog = useSettingDialog(encryption);
  const title = t('encryption.title');
  return (
    <SettingCard
      title={title}
      action={canChange && encryption.data && <EditButton what={title} onClick={dialog.open} />}
    >
      <Loaded query={encryption}>
        {(data) => {
          const type = encryptionType(data);
          const key = type === 'sse-kms' ? data.kmsMasterKeyID : undefined;
          return (
            <SettingValue
              hint={
                key === undefined ? t(`encryption.hints.${type}`) : t('encryption.keyOf', { key })
              }
            >
              {t(`encryption.types.${type}`)}
            </SettingValue>
          );
        }}
      </Loaded>
      {encryption.data && (
        <EncryptionDialog bucket={bucket} current={encryption.data} {...dialog.props} />
      )}
    </SettingCard>
  );
}
