import type { AccessPolicy } from '@stowage/contract/bucket-admin/settings';
import { anonymousAccess } from '@stowage/domain/bucket-access';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { formatList } from '#web/lib/format/lists.ts';
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

function isOpen(bucket: string, { access, definition }: AccessPolicy): boolean {
  return access === 'PUBLIC' || anonymousAccess(bucket, definition).open;
}

/** In a sentence who has access; of a policy of one's own, what it gives to anonymous users. */
function useAccessHint(bucket: string) {
  const t = useText(summaryText);
  return ({ access, definition }: AccessPolicy) => {
    const { abilities } = anonymousAccess(bucket, definition);
    if (access !== 'CUSTOM' || abilities.length === 0) return t(`access.hints.${access}`);
    const words = abilities.map((ability) => t(`access.abilities.${ability}`));
    return t('access.anonymousCan', { abilities: formatList(words) });
  };
}

/** What anonymous users can do with the bucket. */
export function AccessPolicyCard({ bucket, canChange }: CardProps) {
  const t = useText(summaryText);
  const policy = useQuery(accessPolicyQuery(bucket));
  const dialog = useSettingDialog(policy);
  const title = t('access.title');
  const hintOf = useAccessHint(bucket);
  return (
    <SettingCard
      title={title}
      action={canChange && policy.data && <EditButton what={title} onClick={dialog.open} />}
    >
      <Loaded query={policy}>
        {(state) => (
          <SettingValue hint={hintOf(state)}>
            <Tag tone={isOpen(bucket, state) ? 'warning' : 'neutral'}>
              {t(`access.levels.${state.access}`)}
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
