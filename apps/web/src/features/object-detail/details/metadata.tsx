import type { ObjectDetail } from '@stowage/contract/object-detail';
import { Suspense } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Name } from '#web/ui/name.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { objectDetailText } from '../en.ts';
import { CONTENT_HEADERS } from '../model/metadata-draft.ts';
import { DetailSection, DetailValue } from './detail-section.tsx';
import classes from './facts.module.css';
import { Fact } from './facts.tsx';
import type { SettingProps } from './setting-props.ts';

const MetadataDialog = lazyPart(() => import('./metadata-dialog.tsx'), 'MetadataDialog');

/** The headers an object is sent with, and its user metadata. */
export function Metadata({ version, detail, abilities, reload }: Omit<SettingProps, 'lockable'>) {
  const t = useText(objectDetailText);
  const dialog = useDialog<ObjectDetail>();
  const headers = CONTENT_HEADERS.flatMap((name) => {
    const value = detail[name];
    return value === undefined ? [] : [[t(`metadata.headers.${name}`), value] as const];
  });
  const pairs = [...headers, ...Object.entries(detail.user_metadata ?? {})];
  // An earlier version cannot be rewritten: that would make it the current one.
  const canEdit = abilities.upload && detail.is_latest === true;
  return (
    <DetailSection
      title={t('metadata.title')}
      onEdit={canEdit ? () => dialog.open(detail) : undefined}
    >
      {pairs.length === 0 ? (
        <DetailValue>{t('metadata.none')}</DetailValue>
      ) : (
        <dl className={classes.facts}>
          {pairs.map(([name, value]) => (
            <Fact key={name} name={name}>
              <Name>{value}</Name>
            </Fact>
          ))}
        </dl>
      )}
      {dialog.subject && (
        <Suspense>
          <MetadataDialog
            key={dialog.turn}
            {...dialog.frame}
            version={version}
            detail={dialog.subject}
            reload={reload}
          />
        </Suspense>
      )}
    </DetailSection>
  );
}
