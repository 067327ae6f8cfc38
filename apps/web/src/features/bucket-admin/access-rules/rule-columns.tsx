import type { AccessRule } from '@stowage/contract/bucket-admin/access';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { accessRulesText } from './en.ts';
import { WHOLE_BUCKET } from './model/rule-draft.ts';

type Text = Translate<(typeof accessRulesText)['english']>;

/** Returns the columns of the list of rules. */
export function ruleColumns(t: Text): readonly DataTableColumn<AccessRule>[] {
  return [
    {
      id: 'prefix',
      header: t('column.prefix'),
      primary: true,
      width: 'minmax(0, 2fr)',
      cell: ({ prefix, access }) => (
        <TextCell title={prefix} note={prefix === WHOLE_BUCKET ? t('whole') : t(`level.${access}`)}>
          {prefix}
        </TextCell>
      ),
    },
    {
      id: 'access',
      header: t('column.access'),
      fact: true,
      narrowWidth: '92px',
      cell: ({ access }) => (
        <span title={t(`level.${access}`)}>
          <Tag tone={access === 'readonly' ? 'neutral' : 'warning'}>{access}</Tag>
        </span>
      ),
    },
  ];
}
