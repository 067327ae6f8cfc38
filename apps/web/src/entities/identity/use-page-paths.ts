import { ROUTES } from '@stowage/contract/pages';
import { useSession } from '#web/entities/session/session.ts';
import { pagePath } from '#web/lib/router/page-path.ts';

/**
 * Returns the paths that names of users, groups and policies link to; undefined if the page is not
 * open.
 */
export function usePagePaths() {
  const { pages } = useSession();
  const isOpen = (name: 'user' | 'group' | 'policy') => pages.includes(ROUTES[name].pattern);
  return {
    user: (userName: string) => (isOpen('user') ? pagePath('user', { userName }) : undefined),
    group: (groupName: string) => (isOpen('group') ? pagePath('group', { groupName }) : undefined),
    policy: (rest: string) => (isOpen('policy') ? pagePath('policy', { rest }) : undefined),
  };
}
