import { getLoginStrategy, login } from '@stowage/contract/auth';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { call } from '#web/lib/api/call.ts';
import { useCurrentPage, useCurrentPath, useGo, useSearch } from '#web/lib/router/navigation.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { type SearchFields, textField } from '#web/lib/router/search.ts';
import { fail, fakeServer, takeProblems } from './fake-server.ts';
import { renderScreen } from './render-screen.tsx';

const fields: SearchFields<{ filter: string }> = { filter: textField };

function Probe() {
  const path = useCurrentPath();
  const page = useCurrentPage();
  const [{ filter }, change] = useSearch(fields);
  const go = useGo();
  return (
    <>
      <output aria-label="path">{path}</output>
      <output aria-label="page">{page}</output>
      <output aria-label="filter">{filter}</output>
      <button type="button" onClick={() => change({ filter: '1 & 2' })}>
        set
      </button>
      <button type="button" onClick={() => go('/buckets/b/browse/$x/a%2F..%2Fb%252F')}>
        go
      </button>
      <RouterLink to="/buckets/b/browse/%2F%2Fc?filter=z">link</RouterLink>
    </>
  );
}

const pattern = '/buckets/:bucketName/browse/*';

describe('a rendered screen', () => {
  it('keeps the percent-encoded path of any name', async () => {
    const { user, history } = await renderScreen(<Probe />, {
      pattern,
      route: '/buckets/b/browse/a%2520b/%F0%9F%98%80/',
    });
    const path = () => screen.getByLabelText('path').textContent;
    expect(path()).toBe('/buckets/b/browse/a%2520b/%F0%9F%98%80/');
    expect(screen.getByLabelText('page').textContent).toBe('objectBrowser');
    await user.click(screen.getByRole('button', { name: 'go' }));
    expect(path()).toBe('/buckets/b/browse/$x/a%2F..%2Fb%252F');
    expect(history.location.href).toBe('/buckets/b/browse/$x/a%2F..%2Fb%252F');
    await user.click(screen.getByRole('link', { name: 'link' }));
    expect(path()).toBe('/buckets/b/browse/%2F%2Fc');
    expect(screen.getByLabelText('filter').textContent).toBe('z');
  });

  it('keeps a value in the query of the address', async () => {
    const { user, history } = await renderScreen(<Probe />, { route: '/x?sort=size' });
    await user.click(screen.getByRole('button', { name: 'set' }));
    expect(screen.getByLabelText('filter').textContent).toBe('1 & 2');
    expect(history.location.search).toBe('?sort=size&filter=1+%26+2');
  });
});

describe('the fake server', () => {
  it('answers by endpoint and keeps the calls', async () => {
    const server = fakeServer({ 'auth.getLoginStrategy': () => ({ loginStrategy: 'form' }) });
    expect(await call(getLoginStrategy, {})).toEqual({ loginStrategy: 'form' });
    expect(server.calls('auth.getLoginStrategy')).toHaveLength(1);
  });

  it('refuses a request that the contract does not allow', async () => {
    fakeServer({ 'auth.login': () => ({ sessionId: 'x' }) });
    await expect(call(login, { body: { accessKey: '', secretKey: 'x' } })).rejects.toThrow(
      'cannot be reached',
    );
    expect(takeProblems()).toEqual([expect.stringContaining('accessKey')]);
  });

  it('answers with an error of the table', async () => {
    fakeServer({ 'auth.login': () => fail('InvalidLogin', { detail: 'no such user' }) });
    await expect(call(login, { body: { accessKey: 'a', secretKey: 'b' } })).rejects.toMatchObject({
      code: 'InvalidLogin',
      status: 401,
      detail: 'No such user',
    });
  });
});
