import { IconKey, IconShield, IconUser, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { userQuery } from '#web/entities/identity/api.ts';
import { isNotFound } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useRouteParams, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { choiceField, formatSearch } from '#web/lib/router/search.ts';
import { DetailPage } from '#web/ui/detail-page.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { UserBar } from './components/user-bar.tsx';
import { UserGroups } from './components/user-groups.tsx';
import { UserPolicies } from './components/user-policies.tsx';
import { usersText } from './en.ts';

const UserServiceAccounts = lazyPart(
  () => import('./components/user-service-accounts.tsx'),
  'UserServiceAccounts',
);

const SECTIONS = { groups: IconUsers, 'service-accounts': IconKey, policies: IconShield } as const;
const search = { section: choiceField(['groups', 'service-accounts', 'policies']) };

/** One user: status, password, groups, service accounts and policies. */
export function UserPage() {
  const t = useText(usersText);
  const { userName: name } = useRouteParams('user');
  const [{ section }] = useSearch(search);
  const query = useQuery(userQuery(name));
  const { data: user, error } = query;
  const reload = async () => (await query.refetch()).data;

  function instead(): ReactNode {
    if (user !== undefined) return undefined;
    return error ? (
      <QueryFailure title={t('detail.failed')} query={query} />
    ) : (
      <ListSkeleton rows={6} height={48} />
    );
  }

  return (
    <DetailPage
      text={usersText}
      name={name}
      icon={IconUser}
      listPath={pagePath('users')}
      isGone={isNotFound(error)}
      above={user && <UserBar user={user} reload={reload} />}
      instead={instead()}
      sections={SECTIONS}
      labelOf={(id) => t(`detail.section.${id}`)}
      pathOf={(id) => pagePath('user', { userName: name }, formatSearch(search, { section: id }))}
      current={section}
    >
      {user && section === 'groups' && <UserGroups user={user} reload={reload} />}
      {user && section === 'service-accounts' && (
        <Suspense fallback={<ListSkeleton rows={4} height={48} />}>
          <UserServiceAccounts user={user} />
        </Suspense>
      )}
      {user && section === 'policies' && <UserPolicies user={user} reload={reload} />}
    </DetailPage>
  );
}
