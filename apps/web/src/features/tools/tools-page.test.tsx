import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession } from '#web/testing/factories.ts';
import { fail } from '#web/testing/fake-server.ts';
import { fakeSockets } from '#web/testing/fake-sockets.ts';
import { renderApp } from '#web/testing/render-app.tsx';

const names = ['logs', 'audit-logs', 'watch', 'trace', 'heal', 'diagnostics'];
const paths = names.map((name) => `/tools/${name}`);
const others = ['access-keys', 'sessions', 'security-log', 'iam'].map((name) => `/tools/${name}`);

describe('the page Tools', () => {
  it('links every tool [TOOLS-01]', async () => {
    const pages = aSession().pages.filter((page) => !page.startsWith('/tools/'));
    renderApp({ route: '/tools', session: aSession({ pages: [...pages, ...paths] }) });
    await screen.findByRole('heading', { level: 1, name: 'Tools' });
    const links = within(screen.getByRole('main')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(paths);
  });

  it.each(aSession().pages.filter((page) => [...paths, ...others].includes(page)))(
    'has a way back from %s [TOOLS-02]',
    async (route) => {
      fakeSockets();
      renderApp({
        route,
        session: aSession({ distributedMode: true }),
        handlers: {
          'buckets.list': () => ({ buckets: [], total: 0 }),
          'tools.healing': () => fail('StorageUnreachable'),
          'consoleSessions.list': () => ({ sessions: [], truncated: false }),
          'securityLog.list': () => fail('StorageUnreachable'),
          'buckets.hasPermission': () => ({ permissions: [] }),
          'keysReport.get': () => fail('StorageUnreachable'),
        },
      });
      const back = await screen.findByRole('link', { name: 'Return to Tools' });
      expect(back.getAttribute('href')).toBe('/tools');
    },
  );
});
