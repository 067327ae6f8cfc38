import { PAGES } from '@stowage/contract/pages';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aBucket, aSession } from '#web/testing/factories.ts';
import { fail } from '#web/testing/fake-server.ts';
import { renderApp } from '#web/testing/render-app.tsx';
import { documentationUrl } from './menu-items.ts';

vi.mock('../screens.ts', () => import('#web/testing/screens.tsx'));

const everyPage = PAGES.map((page) => page.pattern);
const menu = () => screen.findByRole('navigation', { name: 'Menu' });

async function entries(): Promise<readonly (string | null)[]> {
  const links = within(await menu()).getAllByRole('link');
  return links.map((link) => link.querySelector('span')?.textContent ?? null);
}

describe('the side menu', () => {
  it.each([
    ['Dashboard', '/dashboard', '[SHELL-26]'],
    ['Buckets', '/buckets', '[SHELL-27]'],
    ['Users', '/users', '[SHELL-28]'],
    ['Groups', '/groups', '[SHELL-29]'],
    ['Service Accounts', '/account', '[SHELL-30]'],
    ['IAM Policies', '/policies', '[SHELL-31]'],
    ['Settings', '/settings', '[SHELL-32]'],
    ['Notification Endpoints', '/notification-endpoints', '[SHELL-33]'],
    ['Tiers', '/tiers', '[SHELL-34]'],
    ['Tools', '/tools', '[SHELL-35]'],
    ['Heal', '/heal', '[SHELL-36]'],
    ['Tenants', '/tenants', '[SHELL-38]'],
    ['Storage', '/storage', '[SHELL-39]'],
    ['License', '/license', '[SHELL-40]'],
  ])('has the entry %s to %s, if that page is allowed [SHELL-25] %s', async (name, path) => {
    const session = aSession({ pages: everyPage, operator: true, distributedMode: false });
    const { unmount } = renderApp({ route: '/404', session });
    expect(within(await menu()).getByRole('link', { name })).toHaveAttribute('href', path);
    unmount();

    const others = everyPage.filter((pattern) => pattern !== path);
    renderApp({ route: '/404', session: { ...session, pages: ['/metrics', ...others] } });
    expect(within(await menu()).queryByRole('link', { name })).toBeNull();
  });

  it('shows only Documentation and Logout besides what is allowed [SHELL-25] [SHELL-41]', async () => {
    renderApp({ session: aSession({ pages: ['/buckets'] }) });
    expect(await entries()).toEqual(['Buckets', 'Documentation']);
    expect(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  it('hides Heal in a distributed setup [SHELL-37]', async () => {
    renderApp({ route: '/404', session: aSession({ pages: everyPage, distributedMode: true }) });
    expect(await entries()).not.toContain('Heal');
  });

  it('opens the documentation in a new tab [SHELL-42]', async () => {
    renderApp({ route: '/404' });
    const link = within(await menu()).getByRole('link', { name: /^Documentation/ });
    expect(link).toHaveAttribute('href', documentationUrl);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  it('has an operator group in operator mode [SHELL-43] [SHELL-45]', async () => {
    renderApp({ route: '/404', session: aSession({ pages: everyPage, operator: true }) });
    const group = within(await menu()).getByRole('region', { name: 'Operator' });
    const names = within(group)
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(names).toEqual(['Tenants', 'Storage', 'License', 'Documentation(opens in a new tab)']);
    expect(within(await menu()).getAllByRole('link', { name: /^Documentation/ })).toHaveLength(1);
  });

  it.each([
    ['/tenants', true],
    ['/tenants', false],
    ['/license', true],
    ['/license', false],
  ])(
    'has Documentation in the operator group when /tenants is permitted, and else not: %s, operator mode %s [SHELL-44]',
    async (page, operator) => {
      const pages = ['/buckets', '/license', page];
      renderApp({ route: '/404', session: aSession({ pages, operator }) });
      const link = within(await menu()).getByRole('link', { name: /^Documentation/ });
      const group = within(await menu()).getByRole('region', { name: 'Operator' });
      expect(group.contains(link)).toBe(page === '/tenants');
    },
  );

  it('knows no tenants and no storage outside operator mode [SHELL-45]', async () => {
    const pages = ['/buckets', '/storage', '/license'];
    renderApp({ route: '/404', session: aSession({ pages, operator: false }) });
    expect(await entries()).toEqual(['Buckets', 'Documentation', 'License']);
  });

  it('has Logout as its last control [SHELL-46]', async () => {
    renderApp({ route: '/404', session: aSession({ pages: everyPage, operator: true }) });
    const controls = (await menu()).querySelectorAll('a, button');
    expect(controls[controls.length - 1]).toHaveTextContent('Logout');
  });

  it('marks the page that is open', async () => {
    renderApp({ route: '/buckets/photos/browse/x' });
    const link = within(await menu()).getByRole('link', { name: 'Buckets' });
    expect(link).toHaveAttribute('aria-current', 'page');
  });

  it('is open at first, collapses, and stays so at the next visit [SHELL-22] [SHELL-23] [SHELL-24]', async () => {
    const { user, unmount } = renderApp({ route: '/buckets' });
    const toggle = await screen.findByRole('button', { name: 'Collapse menu' });
    expect(await menu()).not.toHaveAttribute('data-collapsed');
    await user.click(toggle);
    expect(await menu()).toHaveAttribute('data-collapsed');
    expect(localStorage.getItem('sidebarOpen')).toBe('false');
    unmount();

    const { resetClientState } = await import('#web/lib/client-state/client-state.ts');
    resetClientState();
    const next = renderApp({ route: '/buckets' });
    expect(await menu()).toHaveAttribute('data-collapsed');
    await next.user.click(screen.getByRole('button', { name: 'Expand menu' }));
    expect(await menu()).not.toHaveAttribute('data-collapsed');
    expect(localStorage.getItem('sidebarOpen')).toBe('true');
  });

  it.each(['/metrics', '/namespaces/ns-1/tenants/t-1/hop'])(
    'is hidden on %s [SHELL-16]',
    async (route) => {
      renderApp({ route, session: aSession({ pages: [...everyPage, '/metrics'] }) });
      await screen.findByRole('heading', { name: 'Start' });
      expect(screen.queryByRole('navigation')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Open menu' })).toBeNull();
    },
  );

  it('opens as a drawer from the header line and closes on navigation', async () => {
    const { user } = renderApp({ route: '/404' });
    await user.click(await screen.findByRole('button', { name: 'Open menu' }));
    const drawer = await screen.findByRole('dialog', { name: 'Menu' });
    await user.click(within(drawer).getByRole('link', { name: 'Buckets' }));
    await screen.findByRole('heading', { name: 'Bucket list' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the pages', () => {
  it('are shown only if the session holds exactly their pattern [SHELL-07]', async () => {
    const pages = ['/buckets', '/buckets/*', '/buckets/:bucketName/browse'];
    renderApp({ route: '/buckets/photos/browse/2026', session: aSession({ pages }) });
    await screen.findByRole('heading', { name: 'Bucket list' });
    expect(location.pathname).toBe('/buckets');
  });

  it.each(['/tools', '/metrics'])(
    'say why %s is not there on a server without the Admin API',
    async (route) => {
      const { capabilities } = aSession();
      const pages = ['/buckets', '/buckets/*'];
      const session = aSession({ pages, capabilities: { ...capabilities, admin: false } });
      const { user } = renderApp({ route, session });
      await screen.findByRole('heading', { name: 'Not available' });
      expect(
        screen.getByText('The connected storage server does not offer MinIO’s Admin API.'),
      ).toBeDefined();
      expect(location.pathname).toBe(route);
      await user.click(screen.getByRole('link', { name: 'Go to the start page' }));
      await screen.findByRole('heading', { name: 'Bucket list' });
    },
  );

  it('that an account may not open lead on where the server has them', async () => {
    renderApp({ route: '/tools', session: aSession({ pages: ['/buckets'] }) });
    await screen.findByRole('heading', { name: 'Bucket list' });
  });

  it('of one screen stay the same screen at their top and below it', async () => {
    renderApp({ route: '/buckets/photos/browse' });
    await screen.findByRole('heading', { name: 'Object browser' });
    expect(screen.getByLabelText('address')).toHaveTextContent('/buckets/photos/browse');
  });

  it('keep the address of any object as it is', async () => {
    const route = '/buckets/photos/browse/a%2520b%2F..%2Fc/$x/%F0%9F%98%80/';
    renderApp({ route });
    await screen.findByRole('heading', { name: 'Object browser' });
    expect(screen.getByLabelText('address').textContent).toBe(route);
    expect(location.pathname).toBe(route);
  });

  it.each(['/', '/no-such-page', '/no/such/page', '/dashboard'])(
    'lead from the unknown path %s to the first allowed one [SHELL-08]',
    async (route) => {
      renderApp({ route });
      await screen.findByRole('heading', { name: 'Bucket list' });
      expect(location.pathname).toBe('/buckets');
    },
  );

  it.each([
    [['/metrics', '/buckets'], '/metrics', 'Start'],
    [['/buckets', '/metrics'], '/buckets', 'Bucket list'],
    [['/buckets/:bucketName/browse', '/users', '/metrics'], '/metrics', 'Start'],
  ])('lead from an unknown path to the first of %j [SHELL-08]', async (pages, first, heading) => {
    renderApp({ route: '/no/such/page', session: aSession({ pages }) });
    await screen.findByRole('heading', { name: heading });
    expect(location.pathname).toBe(first);
  });

  it('lead from a bare bucket to the list', async () => {
    renderApp({ route: '/buckets/photos' });
    await screen.findByRole('heading', { name: 'Bucket list' });
    expect(location.pathname).toBe('/buckets');
  });

  it.each(['/404', '/buckets/photos/no-such-page', '/buckets/b/browse/%E4%', '/users/a/b/c'])(
    'have a not-found page with a copyright footer at %s [SHELL-17]',
    async (route) => {
      renderApp({ route, session: aSession({ pages: [...aSession().pages, '/users'] }) });
      await screen.findByRole('heading', { name: '404 Not Found' });
      expect(screen.getByRole('contentinfo')).toHaveTextContent(/© \d{4} Stowage/);
      expect(await menu()).toBeVisible();
    },
  );

  it('keep the menu and offer to load again when their code is gone', async () => {
    const { user } = renderApp({ route: '/tools' });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'A part of the console could not be loaded',
    );
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
    await user.click(within(await menu()).getByRole('link', { name: 'Buckets' }));
    await screen.findByRole('heading', { name: 'Bucket list' });
  });

  it('have their name in the title of the tab', async () => {
    renderApp({ route: '/buckets' });
    await waitFor(() => expect(document.title).toBe('Bucket list · Stowage'));
  });

  it('say why nothing comes while there is no network', async () => {
    onTestFinished(() => onlineManager.setOnline(true));
    renderApp({ route: '/buckets' });
    await menu();
    act(() => onlineManager.setOnline(false));
    expect(screen.getByText(/There is no network connection/)).toBeVisible();
    act(() => onlineManager.setOnline(true));
    expect(screen.queryByText(/There is no network connection/)).toBeNull();
  });

  it('get the focus when they are opened', async () => {
    const { user } = renderApp({ route: '/404' });
    await user.click(within(await menu()).getByRole('link', { name: 'Buckets' }));
    await screen.findByRole('heading', { name: 'Bucket list' });
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  it('can be reached from the first Tab on', async () => {
    const { user } = renderApp({ route: '/buckets' });
    await menu();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Skip to content' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

describe('behind a base path', () => {
  function mountAt(href: string) {
    const base = document.createElement('base');
    base.href = href;
    document.head.append(base);
    return () => base.remove();
  }

  it.each([
    ['/console/', '/console'],
    ['/api/proxy/ns-1/tenant-1/', '/api/proxy/ns-1/tenant-1'],
  ])('at %s pages and calls stand below it [SHELL-03] [SHELL-04]', async (href, prefix) => {
    const unmount = mountAt(href);
    const { user, server } = renderApp({ route: `${prefix}/404` });
    await screen.findByRole('heading', { name: '404 Not Found' });
    expect(server.calls('auth.getSession')[0]?.url.pathname).toBe(`${prefix}/api/v1/session`);
    await user.click(within(await menu()).getByRole('link', { name: 'Buckets' }));
    await screen.findByRole('heading', { name: 'Bucket list' });
    expect(location.pathname).toBe(`${prefix}/buckets`);
    unmount();
  });

  it('the saved path holds the base path, and only that console uses it', async () => {
    const unmount = mountAt('/console/');
    const handlers = { 'auth.getSession': () => fail('SessionRequired') };
    const { user, server } = renderApp({ route: '/console/buckets?x=1', handlers });
    await screen.findByRole('heading', { name: 'Console Login' });
    expect(location.pathname).toBe('/console/login');
    expect(localStorage.getItem('redirect-path')).toBe('/console/buckets?x=1');
    localStorage.setItem('redirect-path', '/other/buckets');
    server.use({ 'auth.getSession': () => aSession() });
    await user.type(screen.getByLabelText('Enter Username'), 'anna');
    await user.type(screen.getByLabelText('Enter Password'), 'secret-1{Enter}');
    await screen.findByRole('heading', { name: 'Bucket list' });
    expect(location.pathname).toBe('/console/buckets');
    unmount();
  });
});

describe('the palette', () => {
  const buckets = () => ({ buckets: [aBucket({ name: 'photos' })], total: 1 });

  it('opens by Ctrl K and leads to a bucket by a few letters', async () => {
    const { user } = renderApp({ route: '/404', handlers: { 'buckets.list': buckets } });
    await menu();
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Go to a page or a bucket' });
    expect(field).toHaveFocus();
    await screen.findByRole('option', { name: /photos/ });
    await user.keyboard('oto{Enter}');
    await screen.findByRole('heading', { name: 'Object browser' });
    expect(location.pathname).toBe('/buckets/photos/browse');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stays closed behind an open dialog', async () => {
    const { user } = renderApp({ route: '/404', handlers: { 'buckets.list': buckets } });
    await menu();
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('aria-modal', 'true');
    onTestFinished(() => dialog.remove());
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox', { name: 'Go to a page or a bucket' })).toBeNull();
  });

  it('opens from the header line; arrows choose; it says when nothing matches', async () => {
    const { user } = renderApp({ route: '/404', handlers: { 'buckets.list': buckets } });
    await user.click(await screen.findByRole('button', { name: /^Go to a page or a bucket/ }));
    await screen.findByRole('option', { name: /photos/ });
    const selected = () => screen.getByRole('option', { selected: true });
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent ?? '');
    for (const option of [...options, options[0] ?? '']) {
      expect(selected()).toHaveTextContent(option);
      await user.keyboard('{ArrowDown}');
    }
    await user.keyboard('xyz');
    expect(await screen.findByText('Nothing matches.')).toBeVisible();
  });
});

describe('loading', () => {
  it('shows a determinate bar while its progress is below 100 [SHELL-53] [SHELL-54]', async () => {
    const { setClientState } = await import('#web/lib/client-state/client-state.ts');
    expect(clientState().loadingProgress).toBe(100);
    renderApp({ route: '/buckets' });
    await screen.findByRole('heading', { name: 'Bucket list' });
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    setClientState({ loadingProgress: 40 });
    const bar = await screen.findByRole('progressbar');
    expect(bar).toHaveAttribute('aria-valuenow', '40');
    setClientState({ loadingProgress: 100 });
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  });
});
