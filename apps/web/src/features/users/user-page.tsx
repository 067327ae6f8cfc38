import { Button } from '@mantine/core';
import { IconKey, IconShield, IconUser, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { userQuery } from '#web/entities/identity/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useRouteParams, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import type { SearchFields } from '#web/lib/router/search.ts';
import { Crumbs } from '#web/ui/crumbs.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SectionsLayout } from '#web/ui/section-menu.tsx';
import { UserBar } from './components/user-bar.tsx';
import { UserGroups } from './components/user-groups.tsx';
import { UserPolicies } from './components/user-policies.tsx';
import { usersText } from './en.ts';

const UserServiceAccounts = lazyPart(
  () => import('./components/user-service-accounts.tsx'),
  'UserServiceAccounts',
);

const SECTIONS = ['groups', 'service-accounts', 'policies'] as const;
type Section = (typeof SECTIONS)[number];

const ICONS = { groups: IconUsers, 'service-accounts': IconKey, policies: IconShield } as const;

const searchFields: SearchFields<{ section: Section }> = {
  section: {
    parse: (text) => SECTIONS.find((section) => section === text) ?? 'groups',
    format: (section) => (section === 'groups' ? '' : section),
  },
};

function MissingUser({ name }: { readonly name: string }) {
  const t = useText(usersText);
  return (
    <EmptyState
      icon={<IconUser size={24} stroke={1.6} />}
      title={t('detail.gone', { name })}
      action={
        <Button variant="default" component={RouterLink} to={pagePath('users')}>
          {t('detail.back')}
        </Button>
      }
    >
      <p>{t('detail.goneText')}</p>
    </EmptyState>
  );
}

/** One user: status, password, groups, service accounts and policies. */
export function UserPage() {
  const t = useText(usersText);
  const { userName: name } = useRouteParams('user');
  const [{ section }] = useSearch(searchFields);
  const query = useQuery(userQuery(name));
  const { data: user, error } = query;
  const pathOf = (id: Section) =>
    pagePath('user', { userName: name }, id === 'groups' ? '' : `?section=${id}`);
  const reload = async () => (await query.refetch()).data;

  function content(): ReactNode {
    // Somebody has deleted it, perhaps while it was shown.
    if (error instanceof ApiError && error.code === 'NotFound') return <MissingUser name={name} />;
    if (user === undefined) {
      return error ? (
        <QueryFailure title={t('detail.failed')} query={query} />
      ) : (
        <ListSkeleton rows={6} height={48} />
      );
    }
    return (
      <>
        <UserBar user={user} reload={reload} />
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
          {section === 'groups' && <UserGroups user={user} reload={reload} />}
          {section === 'service-accounts' && (
            <Suspense fallback={<ListSkeleton rows={4} height={48} />}>
              <UserServiceAccounts user={user} />
            </Suspense>
          )}
          {section === 'policies' && <UserPolicies user={user} reload={reload} />}
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
              to: pagePath('users'),
              icon: <IconUser size={18} stroke={1.6} aria-hidden />,
            }}
            below={[{ name, to: pathOf('groups') }]}
          />
        }
      />
      <PageBody>{content()}</PageBody>
    </>
  );
}
