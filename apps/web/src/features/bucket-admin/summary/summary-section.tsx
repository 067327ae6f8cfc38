import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { SettingCards } from '#web/ui/setting-card.tsx';
import type { SectionProps } from '../model/section-props.ts';
import { openSections } from '../model/sections.ts';
import { quotaQuery } from './api/get-quota.ts';
import { AccessPolicyCard } from './components/access-policy-card.tsx';
import { EncryptionCard } from './components/encryption-card.tsx';
import { LockingCard } from './components/locking-card.tsx';
import { QuotaPart } from './components/quota-part.tsx';
import { ReplicationCard } from './components/replication-card.tsx';
import { RetentionCard } from './components/retention-card.tsx';
import { TagsCard } from './components/tags-card.tsx';
import { UsageCard } from './components/usage-card.tsx';
import { VersioningCard } from './components/versioning-card.tsx';
import { summaryText } from './en.ts';
import { summaryAbilities } from './model/summary-abilities.ts';
import classes from './summary-section.module.css';

/** The settings of a bucket, each loaded by itself, as far as the caller may see them. */
export function SummarySection({ bucket }: SectionProps) {
  const t = useText(summaryText);
  const { distributedMode } = useSession();
  const { name, details } = bucket;
  const may = summaryAbilities(bucket.allowedActions);
  const quota = useQuery({ ...quotaQuery(name), enabled: may.quota }).data?.quota;
  const locked = details?.locking ?? false;
  const quotaProps = { bucket: name, canChange: may.changeQuota && distributedMode };
  return (
    <>
      {!distributedMode && <p className={classes.note}>{t('singleDisk')}</p>}
      <SettingCards>
        {may.usage && <UsageCard bucket={name} quota={quota} />}
        {may.accessPolicy && <AccessPolicyCard bucket={name} canChange={may.changeAccessPolicy} />}
        {may.encryption && <EncryptionCard bucket={name} canChange={may.changeEncryption} />}
        {may.versioning && (
          <VersioningCard
            bucket={name}
            canChange={may.changeVersioning && distributedMode}
            heldBy={locked ? 'locking' : bucket.details?.replication ? 'replication' : undefined}
          >
            {may.quota && <QuotaPart as="part" {...quotaProps} />}
          </VersioningCard>
        )}
        {may.quota && !may.versioning && <QuotaPart as="card" {...quotaProps} />}
        {may.replication && (
          <ReplicationCard
            bucket={name}
            hasSection={openSections(bucket, distributedMode).includes('replication')}
          />
        )}
        {may.locking && <LockingCard bucket={name} />}
        {may.retention && (
          <RetentionCard
            bucket={name}
            canChange={may.changeRetention && distributedMode}
            locked={locked}
          />
        )}
        {may.tags && <TagsCard bucket={name} canChange={may.changeTags} />}
      </SettingCards>
    </>
  );
}
