import type { HealDrive } from '@stowage/contract/tools/heal';
import { IconReplace } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { formatCount, formatPercent } from '#web/lib/format/numbers.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn, RowAction } from '#web/ui/data-table-column.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { healingQuery, useReplaceDrive } from './api.ts';
import { healText } from './en.ts';
import classes from './heal-page.module.css';

type Text = Translate<(typeof healText)['english']>;

const none: readonly HealDrive[] = [];
const isOnline = ({ state }: HealDrive) => state === 'ok';

function StateTag({ drive, t }: { readonly drive: HealDrive; readonly t: Text }) {
  if (!isOnline(drive)) return <Tag tone="bad">{t('drives.other')}</Tag>;
  return drive.healing ? (
    <Tag tone="warning">{t('drives.healing')}</Tag>
  ) : (
    <Tag tone="good">{t('drives.ok')}</Tag>
  );
}

/** Returns the progress of background healing on a drive. */
function progressText(t: Text, { healing, progress }: HealDrive): string {
  if (progress === undefined) return healing ? '' : t('drives.nothing');
  const { itemsHealed, itemsFailed, itemsSkipped, objectsTotal } = progress;
  const checked = itemsHealed + itemsFailed + itemsSkipped;
  return [
    t('drives.healed', { healed: formatCount(itemsHealed), checked: formatCount(checked) }),
    objectsTotal > 0 ? t('drives.of', { total: formatCount(objectsTotal) }) : '',
    itemsFailed > 0 ? t('drives.failedItems', { failed: formatCount(itemsFailed) }) : '',
  ].join('');
}

function driveColumns(t: Text): readonly DataTableColumn<HealDrive>[] {
  return [
    {
      id: 'path',
      header: t('drives.column.path'),
      primary: true,
      width: 'minmax(0, 2fr)',
      cell: ({ endpoint, path, reason }) => (
        <TextCell
          cut="start"
          title={endpoint || path}
          note={reason === '' ? undefined : isolatedText(reason)}
        >
          {endpoint || path}
        </TextCell>
      ),
    },
    {
      id: 'state',
      header: t('drives.column.state'),
      fact: true,
      width: '120px',
      narrowWidth: '104px',
      cell: (drive) => <StateTag drive={drive} t={t} />,
    },
    {
      id: 'used',
      header: t('drives.column.used'),
      align: 'end',
      width: '96px',
      cell: ({ usedSpace, totalSpace }) => (
        <TextCell>{totalSpace > 0 ? formatPercent(usedSpace / totalSpace) : '—'}</TextCell>
      ),
    },
    {
      id: 'progress',
      header: t('drives.column.progress'),
      cell: (drive) => <TextCell>{progressText(t, drive)}</TextCell>,
    },
  ];
}

/** The drives with their state, background healing, and replacing a drive. */
export function HealDrives() {
  const t = useText(healText);
  const query = useQuery(healingQuery);
  const replace = useReplaceDrive();
  const replacing = useDialog<HealDrive>();
  const columns = useMemo(() => driveColumns(t), [t]);
  const { drives = none, offlineServers = [], canReplace = false } = query.data ?? {};
  const { subject } = replacing;
  const actionsOf = (drive: HealDrive): RowAction<HealDrive>[] =>
    isOnline(drive)
      ? []
      : [
          {
            id: 'replace',
            label: t('drives.replace'),
            icon: <IconReplace size={16} stroke={1.6} />,
            danger: true,
            onSelect: replacing.open,
          },
        ];
  return (
    <section className={classes.section} aria-label={t('drives.title')}>
      <SectionHeader title={t('drives.title')} count={query.data?.drives.length} />
      {offlineServers.length > 0 && (
        <WarningNote>
          {t('drives.offlineServers', { servers: offlineServers.map(isolatedText).join(', ') })}
        </WarningNote>
      )}
      {query.isLoadingError ? (
        <QueryFailure title={t('drives.failed')} query={query} />
      ) : (
        <DataTable
          id="heal-drives"
          label={t('drives.title')}
          entity={t('drives.entity')}
          columns={columns}
          rows={drives}
          lines={2}
          loading={query.isPending}
          rowKey={({ endpoint, path }) => `${endpoint} ${path}`}
          rowName={({ endpoint, path }) => endpoint || path}
          {...(canReplace && drives.some((drive) => !isOnline(drive)) && { rowActions: actionsOf })}
        />
      )}
      {subject && (
        <ConfirmDialog
          key={replacing.turn}
          {...replacing.frame}
          title={t('replace.title', { drive: isolatedText(subject.path) })}
          confirmLabel={t('replace.confirm')}
          typedName={subject.path}
          busy={replace.isPending}
          onConfirm={() =>
            replace.mutate(subject.path, {
              onSuccess: () => {
                showMessage(t('replace.done'));
                replacing.frame.onClose();
              },
            })
          }
        >
          {t('replace.text')}
        </ConfirmDialog>
      )}
    </section>
  );
}
