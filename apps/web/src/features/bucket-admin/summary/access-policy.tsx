import type { AccessPolicy } from '@stowage/contract/bucket-admin/settings';
import { anonymousAccess } from '@stowage/domain/bucket-access';
import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/lib/i18n/messages.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Tag } from '#web/ui/tag.tsx';
import { accessPolicyQuery } from './api.ts';
import { summaryText } from './en.ts';
import { type CardProps, Setting, SettingValue } from './setting.tsx';
import { useAbilities } from './use-abilities.ts';

const AccessPolicyDialog = lazyPart(
  () => import('./access-policy-dialog.tsx'),
  'AccessPolicyDialog',
);

interface PolicyProps {
  readonly bucket: string;
  readonly policy: AccessPolicy;
}

/** Says in a sentence who has access; for a custom policy, what it grants to anonymous users. */
function PolicyValue({ bucket, policy }: PolicyProps) {
  const t = useText(summaryText);
  const abilities = useAbilities();
  const { access, definition } = policy;
  const anonymous = anonymousAccess(bucket, definition);
  const hint =
    access !== 'CUSTOM' || anonymous.abilities.length === 0
      ? t(`access.hints.${access}`)
      : t('access.anonymousCan', { abilities: abilities(anonymous) });
  return (
    <SettingValue hint={hint}>
      <Tag tone={access === 'PUBLIC' || anonymous.open ? 'warning' : 'neutral'}>
        {t(`access.levels.${access}`)}
      </Tag>
    </SettingValue>
  );
}

/** What anonymous users can do with the bucket. */
export function AccessPolicySetting({ bucket, canChange }: CardProps) {
  const t = useText(summaryText);
  return (
    <Setting
      title={t('access.title')}
      bucket={bucket}
      query={useQuery(accessPolicyQuery(bucket))}
      canChange={canChange}
      value={(policy) => <PolicyValue bucket={bucket} policy={policy} />}
      dialog={(props) => <AccessPolicyDialog {...props} />}
    />
  );
}
