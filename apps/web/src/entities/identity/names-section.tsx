import { IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RefusableButton } from '#web/ui/refusable-button.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import { identityText } from './en.ts';

interface NamesSectionProps {
  /** Under which its choice of columns is remembered. */
  readonly id: string;
  readonly title: string;
  /** Header of the one column. */
  readonly column: string;
  readonly names: readonly string[];
  /** What the names are, for the empty table. */
  readonly entity: string;
  readonly icon: ReactNode;
  /** What the empty list means. */
  readonly none: string;
  /** Where a name leads; undefined where its page is not open to the caller. */
  readonly hrefOf: (name: string) => string | undefined;
  readonly action: string;
  readonly refusal: string | undefined;
  readonly onAction: () => void;
}

/** A section that lists names: groups, members, policies. One action changes the whole list. */
export function NamesSection(props: NamesSectionProps) {
  const { id, title, column, names, entity, hrefOf, action, refusal, onAction } = props;
  const t = useText(identityText);
  const go = useGo();
  return (
    <>
      <SectionHeader title={title} count={names.length}>
        <RefusableButton refusal={refusal} onClick={onAction}>
          {action}
        </RefusableButton>
      </SectionHeader>
      {names.length === 0 ? (
        <EmptyState icon={props.icon} title={props.none} />
      ) : (
        <DataTable
          id={id}
          label={title}
          entity={entity}
          columns={[
            {
              id: 'name',
              header: column,
              primary: true,
              cell: (name: string) => <TextCell title={name}>{name}</TextCell>,
            },
          ]}
          rows={names}
          rowKey={(name) => name}
          rowName={(name) => name}
          rowHref={hrefOf}
          rowActions={(name) => {
            const href = hrefOf(name);
            if (href === undefined) return [];
            const onSelect = () => go(href);
            return [
              { id: 'view', label: t('view'), icon: <IconEye size={18} stroke={1.6} />, onSelect },
            ];
          }}
        />
      )}
    </>
  );
}
