import { grants } from '@stowage/domain/actions';
import { SettingCards } from '#web/ui/setting-card.tsx';
import type { SectionProps } from '../model/section-props.ts';
import { UsageCard } from './components/usage-card.tsx';

/** The settings of a bucket, each loaded by itself, as far as the caller may see them. */
export function SummarySection({ bucket }: SectionProps) {
  const { name, allowedActions } = bucket;
  return (
    <SettingCards>
      {grants(allowedActions, 's3:ListBucket') && <UsageCard bucket={name} quota={undefined} />}
    </SettingCards>
  );
}
