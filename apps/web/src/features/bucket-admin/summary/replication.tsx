import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { replicationRulesQuery } from '#web/entities/replication/api.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { SettingCard } from '#web/ui/setting-card.tsx';
import { sectionPath } from '../model/sections.ts';
import { summaryText } from './en.ts';
import { Loaded, SettingValue } from './setting.tsx';

interface ReplicationCardProps {
  readonly bucket: string;
  /** Whether the section with the rules is open to the caller. */
  readonly hasSection: boolean;
}

/** Whether the bucket is replicated, and by how many rules. */
export function ReplicationCard({ bucket, hasSection }: ReplicationCardProps) {
  const t = useText(summaryText);
  const list = useQuery(replicationRulesQuery(bucket));
  const link = hasSection && (
    <Anchor component={RouterLink} size="sm" to={sectionPath(bucket, 'replication')}>
      {t('replication.open')}
    </Anchor>
  );
  return (
    <SettingCard title={t('replication.title')} action={link}>
      <Loaded query={list}>
        {({ rules }) => {
          if (rules.length === 0) {
            return <SettingValue hint={t('replication.none')}>{t('disabled')}</SettingValue>;
          }
          const active = rules.filter(({ status }) => status === 'Enabled').length;
          return (
            <SettingValue hint={t('replication.active', { count: active })}>
              {t('replication.rules', { count: rules.length })}
            </SettingValue>
          );
        }}
      </Loaded>
    </SettingCard>
  );
}
