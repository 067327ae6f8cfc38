import type { ReactNode } from 'react';
import type { Translate } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Name } from '#web/ui/name.tsx';
import type { ldapText } from '../en.ts';
import classes from '../ldap-page.module.css';
import type { LdapRow, View } from '../model/ldap-rows.ts';

type Text = Translate<(typeof ldapText)['english']>;

interface WrappedProps {
  readonly names: readonly string[];
  /** Shown before them. */
  readonly note?: ReactNode;
}

/** Names on two lines at most; hovering shows all of them. */
function Wrapped({ names, note }: WrappedProps) {
  return (
    <span className={classes.wrapped} title={names.map(visibleName).join('\n')}>
      {note}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <Name>{name}</Name>
        </span>
      ))}
    </span>
  );
}

const policyOf = ({ policies: [policy = ''] }: LdapRow) => policy;
const dnOf = ({ entity }: LdapRow) => entity.dn;

/**
 * Returns the columns of a view: DNs with their policies, or policies with the DNs they are
 * attached to.
 */
export function ldapColumns(t: Text, view: View): readonly DataTableColumn<LdapRow>[] {
  if (view !== 'policy') {
    return [
      {
        id: 'dn',
        header: t('column.dn'),
        primary: true,
        sortable: true,
        sortValue: dnOf,
        width: 'minmax(0, 2fr)',
        cell: ({ entity }) => <Wrapped names={[entity.dn]} />,
      },
      {
        id: 'policies',
        header: t('column.policies'),
        fact: true,
        narrowWidth: 'minmax(0, 0.6fr)',
        cell: ({ policies }) => <Wrapped names={policies} />,
      },
    ];
  }
  return [
    {
      id: 'policy',
      header: t('column.policy'),
      primary: true,
      sortable: true,
      sortValue: policyOf,
      cell: (row) => <Wrapped names={[policyOf(row)]} />,
    },
    {
      id: 'holder',
      header: t('column.holder'),
      fact: true,
      sortable: true,
      sortValue: dnOf,
      width: 'minmax(0, 2fr)',
      narrowWidth: 'minmax(0, 1.6fr)',
      cell: ({ entity }) => (
        <Wrapped
          names={[entity.dn]}
          note={<span className={classes.kind}>{t(`kind.${entity.kind}`)}</span>}
        />
      ),
    },
  ];
}
