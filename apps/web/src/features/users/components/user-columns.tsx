import type { ListedUser } from '@stowage/contract/identity/users';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { usersText } from '../en.ts';

/** Maximum number of names in a cell; further ones are replaced by an ellipsis. */
const SHOWN = 20;

function Names({ names }: { readonly names: readonly string[] }) {
  const text = names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ', …' : '');
  return <TextCell title={text}>{text}</TextCell>;
}

export function userColumns(
  t: Translate<(typeof usersText)['english']>,
): readonly DataTableColumn<ListedUser>[] {
  return [
    {
      id: 'accessKey',
      header: t('column.accessKey'),
      primary: true,
      width: 'minmax(0, 2fr)',
      cell: ({ accessKey }) => <TextCell title={accessKey}>{accessKey}</TextCell>,
    },
    {
      id: 'status',
      header: t('column.status'),
      fact: true,
      width: '110px',
      narrowWidth: '96px',
      cell: ({ status }) => (
        <Tag tone={status === 'enabled' ? 'good' : 'neutral'}>{t(`status.${status}`)}</Tag>
      ),
    },
    {
      id: 'groups',
      header: t('column.groups'),
      cell: ({ memberOf }) => <Names names={memberOf} />,
    },
    {
      id: 'policies',
      header: t('column.policies'),
      cell: ({ policy }) => <Names names={policy} />,
    },
  ];
}
