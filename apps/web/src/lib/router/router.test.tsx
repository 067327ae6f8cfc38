import { createMemoryHistory } from '@tanstack/history';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { RouterContext, useSearch } from './navigation.ts';
import { createRouter, type Opened, type Place } from './router.ts';
import { RouterLink } from './router-link.tsx';
import { textField } from './search.ts';
import { useLeaveBlocker } from './use-leave-blocker.ts';

type Answer = Opened<string> | Promise<Opened<string>>;

function aRouter(route: string, open: (place: Place) => Answer, basePath = '') {
  const history = createMemoryHistory({ initialEntries: [route] });
  const failed = (error: unknown) => `failed: ${String(error)}`;
  return createRouter<string>({ history, basePath, open, failed });
}

describe('the router', () => {
  it('puts address and page on the screen together, and the last navigation wins', async () => {
    const slow = Promise.withResolvers<Opened<string>>();
    const router = aRouter('/buckets', ({ path }) =>
      path === '/tools' ? slow.promise : { content: path },
    );
    router.history.push('/tools');
    expect(router.shown()?.content).toBe('/buckets');
    expect(router.place().path).toBe('/buckets');
    router.history.push('/tools/watch');
    slow.resolve({ content: 'late' });
    await slow.promise;
    expect(router.shown()).toMatchObject({ content: '/tools/watch', action: 'PUSH' });
  });

  it('follows a redirect below the base path', () => {
    const router = aRouter(
      '/console/',
      ({ path }) => (path === '/' ? { redirect: '/buckets' } : { content: path }),
      '/console',
    );
    expect(router.history.location.href).toBe('/console/buckets');
    expect(router.shown()?.content).toBe('/buckets');
  });

  it('shows what went wrong with a page, at once or later', async () => {
    const router = aRouter('/buckets', ({ path }) => {
      if (path === '/buckets') throw new Error('now');
      return Promise.reject(new Error('later'));
    });
    expect(router.shown()?.content).toBe('failed: Error: now');
    router.history.push('/tools');
    await vi.waitFor(() => expect(router.shown()?.content).toBe('failed: Error: later'), 30_000);
  });

  it('hears of no address any more once it is disposed of', () => {
    const open = vi.fn(({ path }: Place) => ({ content: path }));
    const router = aRouter('/buckets', open);
    router.dispose();
    router.history.push('/tools');
    expect(open).toHaveBeenCalledTimes(1);
  });
});

const fields = { filter: textField };

function Form({ unsaved }: { readonly unsaved: boolean }) {
  const [, changeSearch] = useSearch(fields);
  const held = useLeaveBlocker(() => unsaved, true);
  return (
    <>
      <RouterLink to="/tools">away</RouterLink>
      <RouterLink to="/buckets?section=users">section</RouterLink>
      <button type="button" onClick={() => changeSearch({ filter: 'a' })}>
        filter
      </button>
      {held && (
        <div role="alertdialog" aria-label="Leave?">
          <button type="button" onClick={held.leave}>
            leave
          </button>
          <button type="button" onClick={held.stay}>
            stay
          </button>
        </div>
      )}
    </>
  );
}

describe('unsaved work', () => {
  function open(unsaved: boolean) {
    const router = aRouter('/buckets', ({ path }) => ({ content: path }));
    const form = (dirty: boolean) => (
      <RouterContext value={router}>
        <Form unsaved={dirty} />
      </RouterContext>
    );
    const view = render(form(unsaved));
    const path = () => router.place().path;
    return { router, path, user: userEvent.setup(), save: () => view.rerender(form(false)) };
  }

  it('is asked about before it is left, and kept by whoever stays', async () => {
    const { user, path } = open(true);
    await user.click(screen.getByRole('link', { name: 'away' }));
    await user.click(await screen.findByRole('button', { name: 'stay' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(path()).toBe('/buckets');
    await user.click(screen.getByRole('link', { name: 'away' }));
    await user.click(await screen.findByRole('button', { name: 'leave' }));
    expect(path()).toBe('/tools');
  });

  it('holds nobody up once it is saved', async () => {
    const { user, path, save } = open(true);
    save();
    await user.click(screen.getByRole('link', { name: 'away' }));
    expect(path()).toBe('/tools');
  });

  it('is asked about before another section of its page is opened', async () => {
    const { router, user } = open(true);
    const section = screen.getByRole('link', { name: 'section' });
    await user.click(section);
    await user.click(await screen.findByRole('button', { name: 'stay' }));
    expect(router.place().search).toBe('');
    await user.click(section);
    await user.click(await screen.findByRole('button', { name: 'leave' }));
    expect(router.place().search).toBe('?section=users');
  });

  it('holds up neither a filter of the page nor the end of the session', async () => {
    const { router, path, user } = open(true);
    await user.click(screen.getByRole('button', { name: 'filter' }));
    expect(router.place().search).toBe('?filter=a');
    await act(async () => router.leaveFor('/login'));
    expect(path()).toBe('/login');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
