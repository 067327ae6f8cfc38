import type { AccessAnswer, AccessStatement } from '@stowage/contract/identity/access-explorer';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aBucket, aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AccessExplorerPage } from './access-explorer-page.tsx';

const aStatement = (parts: Partial<AccessStatement> = {}): AccessStatement => ({
  policy: 'uploads',
  kind: 'group',
  group: 'staff',
  index: 1,
  effect: 'Deny',
  match: 'yes',
  deciding: true,
  text: '{"Effect":"Deny"}',
  ...parts,
});
const anAnswer = (parts: Partial<AccessAnswer> = {}): AccessAnswer => ({
  verdict: 'denied',
  reason: 'deny',
  statements: [
    aStatement(),
    aStatement({ policy: 'all', kind: 'user', effect: 'Allow', deciding: false }),
  ],
  unknown: [],
  ...parts,
});

async function open(query = '', handlers: Handlers = {}, session = aSession()) {
  const server = fakeServer({
    'buckets.list': () => ({
      buckets: [aBucket({ name: 'photos' }), aBucket({ name: 'music' })],
      total: 2,
    }),
    'identity.exploreAccess': () => ({
      holder: {
        kind: 'user',
        name: 'ann',
        enabled: true,
        groups: [
          { name: 'staff', enabled: true },
          { name: 'old', enabled: false },
        ],
      },
      answers: [anAnswer()],
    }),
    ...handlers,
  });
  const route = `/access-explorer${query}`;
  const pattern = '/access-explorer';
  const rendered = await renderScreen(<AccessExplorerPage />, { route, pattern, session });
  return { ...rendered, server };
}

describe('the access explorer', () => {
  it('answers the question of its address: verdict, the statement that decides, and the chain', async () => {
    const { server } = await open(
      '?kind=user&name=ann&action=s3:GetObject&bucket=photos&key=a/b&address=10.0.0.7&tags=team%3Dblue',
    );
    expect(await screen.findByRole('heading', { name: 'Denied' })).toBeDefined();
    expect(screen.getByText('A statement denies it. A Deny overrides every Allow.')).toBeDefined();
    const chain = within(screen.getByRole('list', { name: 'Where the permissions come from' }));
    expect(chain.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ann',
      'through the group staff',
      'through the group olddisabled',
    ]);
    const deciding = screen.getByText('decides').closest('li');
    expect(deciding).toHaveTextContent('Denyuploadsthrough the group staff, statement 2decides');
    expect(screen.getByRole('link', { name: 'uploads' })).toHaveAttribute(
      'href',
      '/policies/uploads',
    );
    const facts = {
      'aws:SourceIp': ['10.0.0.7'],
      's3:ExistingObjectTag/team': ['blue'],
      's3:RequestObjectTag/team': ['blue'],
    };
    expect(server.calls('identity.exploreAccess')[0]?.body).toMatchObject({
      subject: { kind: 'user', name: 'ann' },
      questions: [{ action: 's3:GetObject', bucket: 'photos', key: 'a/b', facts }],
    });
  });

  it('says which facts are missing where it cannot tell', async () => {
    await open('?action=s3:GetObject&bucket=photos', {
      'identity.exploreAccess': () => ({
        holder: { kind: 'user', name: 'ann', enabled: true, groups: [] },
        answers: [
          anAnswer({
            verdict: 'unknown',
            reason: 'depends',
            unknown: ['aws:SourceIp'],
            statements: [aStatement({ match: 'unknown', deciding: false })],
          }),
        ],
      }),
    });
    expect(await screen.findByRole('heading', { name: 'Cannot be determined' })).toBeDefined();
    expect(screen.getByText('Not known: aws:SourceIp')).toBeDefined();
    expect(screen.getByText('perhaps')).toBeDefined();
  });

  it('asks when the form is sent, and keeps the question in the address', async () => {
    const { user, server, history } = await open();
    expect(server.calls('identity.exploreAccess')).toHaveLength(0);
    const check = screen.getByRole('button', { name: 'Check' });
    expect(check).toBeDisabled();
    const action = screen.getByLabelText(/Action/, { selector: 'input' });
    await user.type(action, 'GetObject');
    expect(fieldError(action)).toBe('An action looks like s3:GetObject.');
    await user.clear(action);
    await user.type(action, 's3:ListBucket');
    await user.type(screen.getByLabelText('Bucket', { selector: 'input' }), 'photos');
    await user.type(screen.getByLabelText('Object or prefix'), '2026/');
    await user.click(check);
    await screen.findByRole('heading', { name: 'Denied' });
    expect(history.location.search).toBe('?action=s3%3AListBucket&bucket=photos&key=2026%2F');
    expect(server.calls('identity.exploreAccess')[0]?.body).toEqual({
      subject: { kind: 'me' },
      questions: [{ action: 's3:ListBucket', bucket: 'photos', facts: { 's3:prefix': ['2026/'] } }],
    });
  });

  it.each([
    ['action=s3:GetObjekt&bucket=photos', 'Action', 'Unknown action.'],
    ['action=s3:GetObject', 'Bucket', 'Enter the bucket that it is about.'],
    [
      'action=s3:GetObject&bucket=photos&address=10.0.0.0/8',
      'Source address',
      'Enter one IP address.',
    ],
  ])('gives no verdict about what cannot be asked: %s', async (query, label, problem) => {
    const { user, server } = await open(`?${query}`);
    const field = await screen.findByLabelText(new RegExp(`^${label}`), { selector: 'input' });
    expect(screen.getByRole('button', { name: 'Check' })).toBeDisabled();
    expect(server.calls('identity.exploreAccess')).toHaveLength(0);
    await user.type(field, '/');
    await user.type(field, '{Backspace}');
    expect(fieldError(field)).toBe(problem);
  });

  it('asks about the server without a bucket', async () => {
    const { server } = await open('?action=admin:ListUsers');
    await screen.findByRole('heading', { name: 'Denied' });
    expect(server.calls('identity.exploreAccess')[0]?.body).toMatchObject({
      questions: [{ action: 'admin:ListUsers' }],
    });
  });

  it('says of what everybody may do to their own account that it is no more than that', async () => {
    await open('?kind=user&name=ann&action=admin:CreateServiceAccount', {
      'identity.exploreAccess': () => ({
        holder: { kind: 'user', name: 'ann', enabled: true, groups: [] },
        answers: [anAnswer({ verdict: 'partly', reason: 'oneself', statements: [] })],
      }),
    });
    expect(await screen.findByRole('heading', { name: 'Own account only' })).toBeDefined();
  });

  it('says nothing of policies where none was read, as for a disabled account', async () => {
    await open('?kind=user&name=ann&action=s3:GetObject&bucket=photos', {
      'identity.exploreAccess': () => ({
        holder: { kind: 'user', name: 'ann', enabled: false, groups: [] },
        answers: [anAnswer({ reason: 'disabled', statements: [] })],
      }),
    });
    expect(await screen.findByRole('heading', { name: 'Denied' })).toBeDefined();
    expect(screen.queryByText('No policy mentions it.')).toBeNull();
  });

  it('asks for the name of whom it is about', async () => {
    await open('?kind=key&action=s3:GetObject');
    expect(await screen.findByLabelText(/Name/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Check' })).toBeDisabled();
  });

  it('says why it has no answer', async () => {
    await open('?kind=user&name=eve&action=s3:GetObject&bucket=photos', {
      'identity.exploreAccess': () =>
        fail('NotFound', { field: 'name', detail: "There is no user 'eve'." }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent("There is no user 'eve'.");
  });

  it('shows which users may do it in which buckets, each cell leading to its question', async () => {
    const { server } = await open('?view=matrix&action=s3:PutObject', {
      'identity.accessMatrix': () => ({
        users: [
          { name: 'ann', enabled: true, verdicts: ['allowed', 'denied'] },
          { name: 'bob', enabled: true, verdicts: ['partly', 'unknown'] },
        ],
        total: 2,
      }),
    });
    const row = within(await screen.findByRole('row', { name: /^ann/ }));
    expect(row.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
      'Allowed',
      'Denied',
    ]);
    expect(row.getByRole('link', { name: 'Denied' }).getAttribute('href')).toBe(
      '/access-explorer?kind=user&name=ann&action=s3%3APutObject&bucket=music',
    );
    expect(server.calls('identity.accessMatrix')[0]?.body).toMatchObject({
      question: { action: 's3:PutObject' },
      buckets: ['photos', 'music'],
    });
  });

  it('pages through many users', async () => {
    const { user, server } = await open('?view=matrix&action=s3:PutObject', {
      'identity.accessMatrix': ({ body }) => ({
        users: [{ name: `user-${body.offset}`, enabled: true, verdicts: ['denied', 'denied'] }],
        total: 120,
      }),
    });
    await screen.findByRole('row', { name: /user-0/ });
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('row', { name: /user-50/ })).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: 'Search Users' }), 'a');
    await waitFor(() =>
      expect(server.calls('identity.accessMatrix').at(-1)?.body).toMatchObject({
        search: 'a',
        offset: 0,
      }),
    );
  });

  it('pages through many buckets, each verdict under the bucket that it is about', async () => {
    const buckets = Array.from({ length: 60 }, (_, n) => aBucket({ name: `bucket-${n + 10}` }));
    const answer = Promise.withResolvers<void>();
    const { user } = await open('?view=matrix&action=s3:PutObject', {
      'buckets.list': () => ({ buckets, total: buckets.length }),
      'identity.accessMatrix': async ({ body }) => {
        if (body.buckets[0] !== 'bucket-10') await answer.promise;
        const verdicts = body.buckets.map(() => 'denied' as const);
        return { users: [{ name: 'ann', enabled: true, verdicts }], total: 1 };
      },
    });
    const columns = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    await screen.findByRole('row', { name: /^ann/ });
    expect(columns()).toHaveLength(51);
    const pages = within(screen.getByRole('navigation', { name: 'buckets' }));
    expect(pages.getByText('1–50 of 60 buckets')).toBeDefined();
    await user.click(pages.getByRole('button', { name: 'Next' }));
    // Until new verdicts arrive, the previous ones stay with their buckets.
    expect(await screen.findByText('51–60 of 60 buckets')).toBeDefined();
    expect(columns()[1]).toBe('bucket-10');
    answer.resolve();
    await waitFor(() => expect(columns()).toHaveLength(11));
    expect(columns()[1]).toBe('bucket-60');
  });
});
