import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { SettingCard } from '#web/ui/setting-card.tsx';
import { versioningQuery } from '../api/get-versioning.ts';
import { summaryText } from '../en.ts';
import type { CardProps } from './card-props.ts';
import { EditButton } from './edit-button.tsx';
import { Loaded } from './loaded.tsx';
import { SettingValue } from './setting-value.tsx';
import { useSettingDialog } from './use-setting-dialog.ts';
import { VersioningDialog } from './versioning-dialog.tsx';

interface VersioningCardProps extends CardProps {
  /** What versioning cannot be suspended for. */
  readonly heldBy: 'locking' | 'replication' | undefined;
  /** Further settings of the card. */
  readonly children: ReactNode;
}

/** Whether the bucket keeps versions. */
export function VersioningCard({ bucket, canChange, heldBy, children }: VersioningCardProps) {
  const t = useText(summaryText);
  const versioning = useQuery(versioningQuery(bucket));
  const dialog = useSettingDialog(versioning);
  const title = t('versioning.title');
  const held = versioning.data?.status === 'enabled' ? heldBy : undefined;
  const canEdit = canChange && held === undefined && versioning.data !== undefined;
  return (
    <SettingCard
      title={title}
      action={canEdit && <EditButton what={title} onClick={dialog.open} />}
    >
      <Loaded query={versioning}>
        {({ status }) => (
          <SettingValue
            hint={held ? t(`versioning.held.${held}`) : t(`versioning.hints.${status}`)}
          >
            {t(`versioning.states.${status}`)}
          </SettingValue>
        )}
      </Loaded>
      {versioning.data && (
        <VersioningDialog bucket={bucket} current={versioning.data} {...dialog.props} />
      )}
      {children}
    </SettingCard>
  );
}
