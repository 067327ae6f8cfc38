import type { SessionInfo } from '@stowage/contract/auth';
import { patternsOf, ROUTES, type RouteName } from '@stowage/contract/pages';
import { createMemoryHistory, type RouterHistory } from '@tanstack/history';
import type { QueryClient } from '@tanstack/react-query';
import { type RenderResult, render, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Providers } from '#web/app/providers.tsx';
import { sessionQuery } from '#web/entities/session/session.ts';
import { createQueryClient } from '#web/lib/query-client/query-client.ts';
import { RouterContext } from '#web/lib/router/navigation.ts';
import { type ConsoleRouter, createRouter } from '#web/lib/router/router.ts';
import { aSession } from './factories.ts';

interface ScreenOptions {
  /** The current address, such as '/buckets/photos/browse/2026/'. */
  readonly route?: string;
  /** The contract's pattern for the screen; any address if omitted. */
  readonly pattern?: string;
  readonly session?: SessionInfo;
}

export interface RenderedScreen extends RenderResult {
  readonly user: UserEvent;
  readonly history: RouterHistory;
  readonly queryClient: QueryClient;
}

/** The page that sessions identify by a pattern. */
function pageAt(pattern: string): RouteName | undefined {
  const names = Object.keys(ROUTES) as RouteName[];
  return names.find((name) => patternsOf(ROUTES[name]).includes(pattern));
}

function Shown({ router }: { readonly router: ConsoleRouter<ReactNode> }) {
  return useSyncExternalStore(router.subscribe, router.shown)?.content;
}

/**
 * Renders a screen with theme, translations, server data, a session and an in-memory router,
 * without the shell. Links to other pages change `history` and leave the screen's place empty.
 */
export async function renderScreen(
  ui: ReactNode,
  options: ScreenOptions = {},
): Promise<RenderedScreen> {
  const queryClient = createQueryClient();
  queryClient.setQueryData(sessionQuery.queryKey, options.session ?? aSession());
  const history = createMemoryHistory({ initialEntries: [options.route ?? '/'] });
  const name = options.pattern === undefined ? undefined : pageAt(options.pattern);
  const screenHere = <div data-testid="screen">{ui}</div>;
  const router = createRouter<ReactNode>({
    history,
    basePath: '',
    open: ({ match }) => ({
      content: name === undefined || match?.name === name ? screenHere : null,
    }),
    failed: (error) => {
      throw error;
    },
  });
  const user = userEvent.setup();
  const result = render(
    <Providers queryClient={queryClient} env="test">
      <RouterContext value={router}>
        <Shown router={router} />
      </RouterContext>
    </Providers>,
  );
  await within(result.container).findByTestId('screen');
  return { ...result, user, history, queryClient };
}
