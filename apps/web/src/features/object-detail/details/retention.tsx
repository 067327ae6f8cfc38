import type { ObjectDetail } from '@stowage/contract/object-detail';
import { objectText } from '#web/entities/object/en.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { Tag } from '#web/ui/tag.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { objectDetailText } from '../en.ts';
import { holdOf } from '../model/retention-draft.ts';
import { DetailSection, DetailValue } from './detail-section.tsx';
import { RetentionDialog } from './retention-dialog.tsx';
import type { SettingProps } from './setting-props.ts';

function RetentionValue({ detail }: { readonly detail: ObjectDetail }) {
  const t = useText(objectDetailText);
  const shared = useText(objectText);
  const { retention_mode: mode, retention_until_date: until } = detail;
  if (until === undefined || (mode !== 'governance' && mode !== 'compliance')) {
    return <DetailValue>{t('retention.none')}</DetailValue>;
  }
  const date = formatDateTimeZone(until, { timeZone: 'UTC' });
  if (holdOf(detail, new Date()) === 'none') {
    return <DetailValue hint={t('retention.over', { date })}>{t('retention.none')}</DetailValue>;
  }
  return (
    <DetailValue>
      <Tag tone="warning">
        {t('retention.until', { mode: shared(`retention.modes.${mode}`), date })}
      </Tag>
    </DetailValue>
  );
}

/** How long a version is locked. */
export function Retention({ version, detail, abilities, lockable, reload }: SettingProps) {
  const t = useText(objectDetailText);
  const dialog = useDialog<ObjectDetail>();
  const { readRetention, setRetention, bypassGovernance } = abilities;
  const content = () => {
    if (!lockable) return <DetailValue hint={t('needsVersion')}>{t('hold.disabled')}</DetailValue>;
    if (!readRetention) {
      return <DetailValue>{t('unreadable', { action: 's3:GetObjectRetention' })}</DetailValue>;
    }
    return <RetentionValue detail={detail} />;
  };
  return (
    <DetailSection
      title={t('retention.title')}
      onEdit={lockable && readRetention && setRetention ? () => dialog.open(detail) : undefined}
    >
      {content()}
      {dialog.subject && (
        <RetentionDialog
          key={dialog.turn}
          {...dialog.frame}
          version={version}
          detail={dialog.subject}
          reload={reload}
          canBypass={bypassGovernance}
        />
      )}
    </DetailSection>
  );
}
