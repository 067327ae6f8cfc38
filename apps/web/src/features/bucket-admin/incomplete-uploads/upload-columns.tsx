import type { IncompleteUpload } from '@stowage/contract/uploads';
import { formatAge } from '#web/lib/format/ages.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { incompleteUploadsText } from './en.ts';

type Text = Translate<(typeof incompleteUploadsText)['english']>;

/** Returns the columns of the list of incomplete uploads. */
export function uploadColumns(t: Text): readonly DataTableColumn<IncompleteUpload>[] {
  return [
    {
      id: 'name',
      header: t('column.name'),
      primary: true,
      width: 'minmax(0, 2fr)',
      cell: ({ path, initiated }) => (
        <TextCell title={path} note={`${formatAge(initiated)} · ${formatDateTimeZone(initiated)}`}>
          {path}
        </TextCell>
      ),
    },
    {
      id: 'size',
      header: t('column.size'),
      fact: true,
      narrowWidth: '92px',
      cell: ({ size }) => (size === undefined ? t('unknown') : formatSize(size)),
    },
    {
      id: 'parts',
      header: t('column.parts'),
      cell: ({ parts }) => (parts === undefined ? t('unknown') : formatNumber(parts)),
    },
  ];
}
