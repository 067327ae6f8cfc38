import type { SessionInfo } from '@stowage/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { type RenderResult, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Providers } from '#web/app/providers.tsx';
import { sessionQuery } from '#web/entities/session/session.ts';
import { createQueryClient } from '#web/lib/query-client/query-client.ts';
import { createConsoleRouter, routePath } from '#web/lib/router/router.ts';
import { aSession } from './factories.ts';

interface ScreenOptions {
  /** The address that is open, such as '/buckets/photos/browse/2026/'. */
  readonly route?: string;
  /** The pattern of the contract that the screen stands at; without it, any address. */
  readonly pattern?: string;
  readonly session?: SessionInfo;
}

export interface RenderedScreen extends RenderResult {
  readonly user: UserEvent;
  readonly history: RouterHistory;
  readonly queryClient: QueryClient;
}

/**
 * Renders a screen with theme, translations, server data, a session and a router
 * in memory, without the shell. Links to elsewhere change `history`; the
 * screen's place then holds nothing.
 */
export async function renderScreen(
  ui: ReactNode,
  options: ScreenOptions = {},
): Promise<RenderedScreen> {
  const queryClient = createQueryClient();
  queryClient.setQueryData(sessionQuery.queryKey, options.session ?? aSession());
  const root = createRootRoute({ component: Outlet, notFoundComponent: () => null });
  const place = createRoute({
    getParentRoute: () => root,
    path: options.pattern === undefined ? '$' : routePath(options.pattern),
    component: () => <div data-testid="screen">{ui}</div>,
  });
  const index = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <div data-testid="screen">{ui}</div>,
  });
  const history = createMemoryHistory({ initialEntries: [options.route ?? '/'] });
  const router = createConsoleRouter({
    routeTree: root.addChildren(options.pattern === undefined ? [index, place] : [place]),
    basePath: '',
    history,
  });
  const user = userEvent.setup();
  const result = render(
    <Providers queryClient={queryClient} env="test">
      <RouterProvider router={router} />
    </Providers>,
  );
  await screen.findByTestId('screen');
  return { ...result, user, history, queryClient };
}
