import { Button } from '@mantine/core';
import type { Group } from '@stowage/contract/identity/groups';
import { IconShield, IconUser, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { groupQuery, type PolicyHolder } from '#web/entities/identity/api.ts';
import { PoliciesSection } from '#web/entities/identity/policies-section.tsx';
import { isNotFound } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { useRouteParams, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { choiceField, formatSearch } from '#web/lib/router/search.ts';
import { DetailPage } from '#web/ui/detail-page.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { GroupBar } from './components/group-bar.tsx';
import { GroupMembers } from './components/group-members.tsx';
import { groupsText } from './en.ts';

const SECTIONS = { members: IconUser, policies: IconShield } as const;
const search = { section: choiceField(['members', 'policies']) };

function holderOf({ name, policy, revision }: Group): PolicyHolder {
  const policies = policy.split(',').filter((part) => part !== '');
  return { type: 'group', name, policies, revision };
}

/**
 * Returns the stand-in for a group that fails to load: it counts as empty (GROUPS-32) and cannot be
 * edited.
 */
function emptyGroup(name: string): Group {
  return { name, members: [], status: 'enabled', policy: '', revision: '' };
}

interface NotLoadedProps {
  readonly error: Error;
  readonly loading: boolean;
  readonly onRetry: () => void;
}

function NotLoaded({ error, loading, onRetry }: NotLoadedProps) {
  const t = useText(groupsText);
  return (
    <WarningNote>
      {t('detail.notLoaded')} {isolatedText(error.message)}{' '}
      <Button size="compact-xs" variant="default" loading={loading} onClick={onRetry}>
        {t('detail.retry')}
      </Button>
    </WarningNote>
  );
}

/** One group: status, members and policies. */
export function GroupPage() {
  const t = useText(groupsText);
  const { groupName: name } = useRouteParams('group');
  const [{ section }] = useSearch(search);
  const query = useQuery(groupQuery(name));
  const { data, error } = query;
  const group = data ?? emptyGroup(name);
  const refusal = data === undefined ? t('detail.notLoaded') : undefined;
  const reload = async () => (await query.refetch()).data;
  const retry = () => void query.refetch();
  const bar = data ? (
    <GroupBar group={data} reload={reload} />
  ) : (
    error && <NotLoaded error={error} loading={query.isFetching} onRetry={retry} />
  );
  return (
    <DetailPage
      text={groupsText}
      name={name}
      icon={IconUsers}
      listPath={pagePath('groups')}
      isGone={isNotFound(error)}
      above={bar}
      instead={query.isPending ? <ListSkeleton rows={6} height={48} /> : undefined}
      sections={SECTIONS}
      labelOf={(id) => t(`detail.section.${id}`)}
      pathOf={(id) => pagePath('group', { groupName: name }, formatSearch(search, { section: id }))}
      current={section}
    >
      {section === 'members' && <GroupMembers group={group} refusal={refusal} />}
      {section === 'policies' && (
        <PoliciesSection
          holder={holderOf(group)}
          reload={async () => {
            const fresh = await reload();
            return fresh && holderOf(fresh);
          }}
          action={t('policies.set')}
          none={t('policies.none')}
          refusal={refusal}
        />
      )}
    </DetailPage>
  );
}
