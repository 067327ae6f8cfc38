import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, type Handlers } from '#web/testing/fake-server.ts';
import { renderApp } from '#web/testing/render-app.tsx';

const saved = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/save-text.ts', () => ({ saveText: saved }));
beforeEach(() => saved.mockReset());

async function openPage(inspect: NonNullable<Handlers['tools.inspect']>) {
  const app = renderApp({ route: '/tools/inspect', handlers: { 'tools.inspect': inspect } });
  await screen.findByRole('heading', { level: 1, name: 'Inspect' });
  const submit = screen.getByRole('button', { name: 'Download' });
  expect(submit).toHaveProperty('disabled', true);
  await app.user.type(screen.getByLabelText('Bucket'), 'photos');
  await app.user.type(screen.getByLabelText('Path on the drives'), 'a b.jpg/xl.meta');
  await app.user.click(submit);
  return app;
}

describe('the page Inspect', () => {
  it('saves what the drives keep of an object', async () => {
    const { server } = await openPage(() => new Blob(['zip']));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect(saved).toHaveBeenCalledWith('inspect.zip', expect.anything(), 'application/zip');
    expect(server.calls('tools.inspect').map(({ query }) => query)).toEqual([
      { volume: 'photos', file: 'a b.jpg/xl.meta' },
    ]);
  });

  it('says where the storage server has it not', async () => {
    await openPage(() => fail('NotSupported'));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(saved).not.toHaveBeenCalled();
  });
});
