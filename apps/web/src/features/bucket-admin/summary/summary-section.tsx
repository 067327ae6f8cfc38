import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { SettingCards } from '#web/ui/setting-card.tsx';
import type { SectionProps } from '../model/section-props.ts';
import { openSections } from '../model/sections.ts';
import { AccessPolicySetting } from './access-policy.tsx';
import { quotaQuery } from './api.ts';
import { summaryText } from './en.ts';
import { EncryptionSetting } from './encryption.tsx';
import { LockingCard } from './locking.tsx';
import { summaryAbilities } from './model/summary-abilities.ts';
import { QuotaSetting } from './quota.tsx';
import { ReplicationCard } from './replication.tsx';
import { RetentionSetting } from './retention.tsx';
import classes from './summary-section.module.css';
import { TagsSetting } from './tags.tsx';
import { UsageCard } from './usage.tsx';
import { VersioningSetting } from './versioning.tsx';

/** The settings of a bucket that the caller can see, each loaded separately. */
export function SummarySection({ bucket }: SectionProps) {
  const t = useText(summaryText);
  const { distributedMode } = useSession();
  const { name, details } = bucket;
  const can = summaryAbilities(bucket.allowedActions);
  const quota = useQuery({ ...quotaQuery(name), enabled: can.quota }).data?.quota;
  const locked = details?.locking ?? false;
  const quotaProps = { bucket: name, canChange: can.changeQuota && distributedMode };
  return (
    <>
      {!distributedMode && <p className={classes.note}>{t('singleDisk')}</p>}
      <SettingCards>
        {can.usage && <UsageCard bucket={name} quota={quota} />}
        {can.accessPolicy && (
          <AccessPolicySetting bucket={name} canChange={can.changeAccessPolicy} />
        )}
        {can.encryption && <EncryptionSetting bucket={name} canChange={can.changeEncryption} />}
        {can.versioning && (
          <VersioningSetting
            bucket={name}
            canChange={can.changeVersioning && distributedMode}
            heldBy={locked ? 'locking' : bucket.details?.replication ? 'replication' : undefined}
          >
            {can.quota && <QuotaSetting as="part" {...quotaProps} />}
          </VersioningSetting>
        )}
        {can.quota && !can.versioning && <QuotaSetting as="card" {...quotaProps} />}
        {can.replication && (
          <ReplicationCard
            bucket={name}
            hasSection={openSections(bucket, distributedMode).includes('replication')}
          />
        )}
        {can.locking && <LockingCard bucket={name} />}
        {can.retention && (
          <RetentionSetting
            bucket={name}
            canChange={can.changeRetention && distributedMode}
            locked={locked}
          />
        )}
        {can.tags && <TagsSetting bucket={name} canChange={can.changeTags} />}
      </SettingCards>
    </>
  );
}
