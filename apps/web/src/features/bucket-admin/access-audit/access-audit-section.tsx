import { Tabs } from '@mantine/core';
import type { Bucket } from '@stowage/contract/buckets';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { HelpPanel } from '#web/ui/help-panel.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { TabList } from '#web/ui/tab-list.tsx';
import type { SectionProps } from '../model/section-props.ts';
import classes from './access-audit-section.module.css';
import { bucketPoliciesQuery, bucketUsersQuery } from './api.ts';
import { AuditDrawer } from './audit-drawer.tsx';
import { NoRows, RefusedList } from './audit-states.tsx';
import { AuditTable } from './audit-table.tsx';
import { accessAuditText } from './en.ts';
import { AUDIT_LISTS, type AuditList, missingActions } from './model/audit-access.ts';
import { anonymousRow, policyRow, userRow, visibleRows } from './model/audit-rows.ts';
import { useAuditAddress } from './use-audit-address.ts';

const s3Docs =
  'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html';

/**
 * Returns the rows of a list, anonymous users included. Those come with the policies, whichever
 * list is shown.
 */
function useAuditRows({ name, allowedActions }: Bucket, list: AuditList) {
  const t = useText(accessAuditText);
  const may = (wanted: AuditList) => missingActions(wanted, allowedActions).length === 0;
  const policies = useQuery({ ...bucketPoliciesQuery(name), enabled: may('policies') });
  const users = useQuery({ ...bucketUsersQuery(name), enabled: list === 'users' && may('users') });
  const anonymous = t('anonymous');
  const rows = useMemo(() => {
    const grants = policies.data?.anonymous;
    const known = grants === undefined ? [] : [anonymousRow(anonymous, grants)];
    const listed =
      list === 'policies' ? policies.data?.policies.map(policyRow) : users.data?.users.map(userRow);
    return listed === undefined ? undefined : [...known, ...listed];
  }, [list, policies.data, users.data, anonymous]);
  return {
    rows,
    query: list === 'policies' ? policies : users,
    anonymousHidden: policies.data !== undefined && policies.data.anonymous === undefined,
  };
}

type Address = ReturnType<typeof useAuditAddress>;

function List({ bucket, address }: { readonly bucket: Bucket; readonly address: Address }) {
  const t = useText(accessAuditText);
  const { list, filter, sort, openKey } = address;
  const { rows, query, anonymousHidden } = useAuditRows(bucket, list);
  const { column, descending } = sort;
  const visible = useMemo(
    () => visibleRows(rows ?? [], filter, { column, descending }),
    [rows, filter, column, descending],
  );
  if (rows === undefined && query.error !== null) {
    return <QueryFailure title={t(`failed.${list}`)} query={query} />;
  }
  return (
    <>
      {anonymousHidden && <p className={classes.note}>{t('anonymousUnknown')}</p>}
      <AuditTable
        list={list}
        rows={visible}
        loading={rows === undefined}
        sort={sort}
        onSortChange={(next) => address.setSort(next.column, next.descending)}
        hrefOf={address.hrefOf}
        openKey={openKey}
        empty={
          <NoRows list={list} onClear={filter === '' ? undefined : () => address.setFilter('')} />
        }
      />
      <AuditDrawer
        opened={openKey !== '' && rows !== undefined}
        name={openKey.replace(/^(user|policy):/, '')}
        row={rows?.find(({ key }) => key === openKey)}
        onClose={address.close}
      />
    </>
  );
}

/** Who can access a bucket, and by which statements. */
export function AccessAuditSection({ bucket }: SectionProps) {
  const t = useText(accessAuditText);
  const address = useAuditAddress(bucket.allowedActions);
  const { list } = address;
  const missing = missingActions(list, bucket.allowedActions);
  return (
    <>
      <SectionHeader title={t('title')} />
      <Tabs value={list} onChange={address.setList} keepMounted={false}>
        <TabList value={list} label={t('lists')}>
          {AUDIT_LISTS.map((id) => (
            <Tabs.Tab key={id} value={id}>
              {t(`list.${id}`)}
            </Tabs.Tab>
          ))}
        </TabList>
        <Tabs.Panel value={list}>
          {missing.length > 0 ? (
            <RefusedList list={list} missing={missing} />
          ) : (
            <>
              <div className={classes.toolbar}>
                <SearchBox
                  label={t('filter')}
                  value={address.filter}
                  onChange={address.setFilter}
                />
              </div>
              <List bucket={bucket} address={address} />
            </>
          )}
        </Tabs.Panel>
      </Tabs>
      <HelpPanel title={t('help.title')} links={[{ label: t('help.s3'), url: s3Docs }]}>
        {t('help.text')}
      </HelpPanel>
    </>
  );
}
