import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { SettingCard } from '#web/ui/setting-card.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { accessPolicyQuery } from '../api/get-access-policy.ts';
import { summaryText } from '../en.ts';
import type { CardProps } from './card-props.ts';
import { EditButton } from './edit-button.tsx';
import { Loaded } from './loaded.tsx';
import { SettingValue } from './setting-value.tsx';
import { useSettingDialog } from './use-setting-dialog.ts';

const AccessPolicyDialog = lazy(() =>
  import('./access-policy-dialog.tsx').then((loaded) => ({ default: loaded.AccessPolicyDialog })),
);

/** What strangers may do with the bucket. */
export function AccessPolicyCard({ bucket, mayChange }: CardProps) {
  const t = useText(summaryText);
  const policy = useQuery(accessPolicyQuery(bucket));
  const dialog = useSettingDialog(policy);
  const title = t('access.title');
  return (
    <SettingCard
      title={title}
      action={mayChange && policy.data && <EditButton what={title} onClick={dialog.open} />}
    >
      <Loaded query={policy}>
        {({ access }) => (
          <SettingValue hint={t(`access.hints.${access}`)}>
            <Tag tone={access === 'PUBLIC' ? 'warning' : 'neutral'}>
              {t(`access.levels.${access}`)}
            </Tag>
          </SettingValue>
        )}
      </Loaded>
      {policy.data && (
        <Suspense>
          {dialog.wasOpened && (
            <AccessPolicyDialog bucket={bucket} current={policy.data} {...dialog.props} />
          )}
        </Suspense>
      )}
    </SettingCard>
  );
}
