import { Button } from '@mantine/core';
import type { Group } from '@stowage/contract/identity/groups';
import { IconShield, IconUser, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { groupQuery, type PolicyHolder } from '#web/entities/identity/api.ts';
import { PoliciesSection } from '#web/entities/identity/policies-section.tsx';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useRouteParams, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import type { SearchFields } from '#web/lib/router/search.ts';
import { Crumbs } from '#web/ui/crumbs.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SectionsLayout } from '#web/ui/section-menu.tsx';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { GroupBar } from './components/group-bar.tsx';
import { GroupMembers } from './components/group-members.tsx';
import { groupsText } from './en.ts';

const SECTIONS = ['members', 'policies'] as const;
type Section = (typeof SECTIONS)[number];
const ICONS = { members: IconUser, policies: IconShield } as const;

const searchFields: SearchFields<{ section: Section }> = {
  section: {
    parse: (text) => SECTIONS.find((section) => section === text) ?? 'members',
    format: (section) => (section === 'members' ? '' : section),
  },
};

function holderOf({ name, policy, revision }: Group): PolicyHolder {
  const policies = policy.split(',').filter((part) => part !== '');
  return { type: 'group', name, policies, revision };
}

/** A group that cannot be loaded counts as an empty one (GROUPS-32), which nothing is done with. */
function emptyGroup(name: string): Group {
  return { name, members: [], status: 'enabled', policy: '', revision: '' };
}

function MissingGroup({ name }: { readonly name: string }) {
  const t = useText(groupsText);
  return (
    <EmptyState
      icon={<IconUsers size={24} stroke={1.6} />}
      title={t('detail.gone', { name })}
      action={
        <Button variant="default" component={RouterLink} to={pagePath('groups')}>
          {t('detail.back')}
        </Button>
      }
    >
      <p>{t('detail.goneText')}</p>
    </EmptyState>
  );
}

/** One group: status, members and policies. */
export function GroupPage() {
  const t = useText(groupsText);
  const { groupName: name } = useRouteParams('group');
  const [{ section }] = useSearch(searchFields);
  const query = useQuery(groupQuery(name));
  const { data, error } = query;
  const pathOf = (id: Section) =>
    pagePath('group', { groupName: name }, id === 'members' ? '' : `?section=${id}`);
  const reload = async () => (await query.refetch()).data;

  function content(): ReactNode {
    // Somebody has deleted it, perhaps while it was shown.
    if (error instanceof ApiError && error.code === 'NotFound') return <MissingGroup name={name} />;
    if (data === undefined && error === null) return <ListSkeleton rows={6} height={48} />;
    const group = data ?? emptyGroup(name);
    const refusal = data === undefined ? t('detail.notLoaded') : undefined;
    return (
      <>
        {data === undefined ? (
          <WarningNote>
            {t('detail.notLoaded')}{' '}
            <Button
              size="compact-xs"
              variant="default"
              loading={query.isFetching}
              onClick={() => void query.refetch()}
            >
              {t('detail.retry')}
            </Button>
          </WarningNote>
        ) : (
          <GroupBar group={data} reload={reload} />
        )}
        <SectionsLayout
          label={t('detail.menu')}
          sections={SECTIONS.map((id) => ({
            id,
            label: t(`detail.section.${id}`),
            icon: ICONS[id],
            to: pathOf(id),
          }))}
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
        </SectionsLayout>
      </>
    );
  }

  return (
    <>
      <PageHeader
        title={name}
        documentTitle={`${name} · ${t('title')}`}
        heading={
          <Crumbs
            start={{
              name: t('title'),
              to: pagePath('groups'),
              icon: <IconUsers size={18} stroke={1.6} aria-hidden />,
            }}
            below={[{ name, to: pathOf('members') }]}
          />
        }
      />
      <PageBody>{content()}</PageBody>
    </>
  );
}
