import type { CallOutput } from '@stowage/contract/endpoint';
import type { listPolicies, PolicyEntry } from '@stowage/contract/identity/policies';
import { IconShield } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { POLICY_LIMIT, policiesQuery } from '#web/entities/policy/policies-query.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { nameColumn } from '#web/ui/name-column.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { DeletePolicyDialog } from './delete-policy-dialog.tsx';
import { policiesText } from './en.ts';
import classes from './policies.module.css';

const CreatePolicyDialog = lazyPart(
  () => import('./create-policy-dialog.tsx'),
  'CreatePolicyDialog',
);

const links = ['help.docs', 'help.language'] as const;
const urls = {
  'help.docs':
    'https://docs.min.io/community/minio-object-store/administration/identity-access-management/policy-based-access-control.html',
  'help.language':
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html',
} as const;
const nameOf = ({ name }: PolicyEntry) => name;
const entriesOf = ({ policies }: CallOutput<typeof listPolicies>) => policies;
const totalOf = ({ total }: CallOutput<typeof listPolicies>) => total;

type Text = Translate<(typeof policiesText)['english']>;

function columnsOf(t: Text): readonly DataTableColumn<PolicyEntry>[] {
  return [
    nameColumn(t('column.name'), nameOf),
    {
      id: 'statements',
      header: t('column.statements'),
      width: '140px',
      align: 'end',
      sortable: true,
      sortValue: ({ statements }) => statements,
      cell: ({ statements }) => formatNumber(statements),
    },
    {
      id: 'origin',
      header: t('column.origin'),
      width: '140px',
      cell: ({ builtIn }) => builtIn && <Tag>{t('builtIn')}</Tag>,
    },
  ];
}

const pathOf = (name: string) => pagePath('policy', { rest: name });

/** The list of policies. */
export function PoliciesPage() {
  const t = useText(policiesText);
  const go = useGo();
  const refusalOf = useRefusals();
  const list = useQuery({ ...policiesQuery, select: entriesOf });
  const { data: total = 0 } = useQuery({ ...policiesQuery, select: totalOf });
  const columns = useMemo(() => columnsOf(t), [t]);
  const names = (list.data ?? []).map(nameOf);
  return (
    <ListPage
      id="policies"
      text={policiesText}
      icon={<IconShield size={24} stroke={1.6} />}
      query={list}
      total={list.data && total}
      nameOf={nameOf}
      columns={columns}
      pathOf={pathOf}
      createRefusal={refusalOf('admin:CreatePolicy')}
      deleteRefusal={() => refusalOf('admin:DeletePolicy')}
      createDialog={(frame) => (
        <CreatePolicyDialog {...frame} names={names} onCreated={(name) => go(pathOf(name))} />
      )}
      deleteDialog={(name, frame) => <DeletePolicyDialog {...frame} name={name} />}
      below={
        total > POLICY_LIMIT && (
          <p className={classes.note}>
            {t('more', { shown: formatNumber(POLICY_LIMIT), all: formatNumber(total) })}
          </p>
        )
      }
      links={links.map((key) => ({ label: t(key), url: urls[key] }))}
    />
  );
}
