import type { SessionInfo } from '@stowage/contract/auth';
import { type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { App, type ConsoleApp, createApp } from '#web/app/app.tsx';
import { aSession } from './factories.ts';
import { type FakeServer, fakeServer, type Handlers } from './fake-server.ts';

interface AppOptions {
  /** The address opened by the browser, with its base path. */
  readonly route?: string;
  readonly session?: SessionInfo;
  /** Additional responses of the server; they override those for the session. */
  readonly handlers?: Handlers;
}

export interface RenderedApp extends RenderResult {
  readonly user: UserEvent;
  readonly server: FakeServer;
  readonly app: ConsoleApp;
}

/** Opens the whole console at an address against a fake server, as a page load does. */
export function renderApp(options: AppOptions = {}): RenderedApp {
  globalThis.history.replaceState(null, '', options.route ?? '/');
  const server = fakeServer({
    'auth.getSession': () => options.session ?? aSession(),
    'auth.getLoginStrategy': () => ({ loginStrategy: 'form' }),
    'auth.login': () => ({ sessionId: 'opaque-1' }),
    'auth.logout': () => ({}),
    'jobs.list': () => ({ jobs: [] }),
    ...options.handlers,
  });
  const app = createApp();
  onTestFinished(app.dispose);
  const user = userEvent.setup();
  const rendered = render(<App app={app} env="test" />);
  // Simulates leaving the page: nothing of it reacts to the address of the next one.
  const unmount = () => {
    rendered.unmount();
    app.dispose();
  };
  return { ...rendered, unmount, user, server, app };
}
