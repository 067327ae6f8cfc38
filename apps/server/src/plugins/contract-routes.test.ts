import { anyone, type Endpoint, endpoint, session, storage } from '@stowage/contract/endpoint';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConsoleError } from '../console-error.ts';
import { type ContractRoutes, contractRoutes } from './contract-routes.ts';
import { errorHandling } from './errors.ts';
import type { SessionCookies } from './session.ts';

const nobody: SessionCookies = {
  require: async () => {
    throw new ConsoleError('SessionRequired');
  },
  requireProof: () => {},
  give: () => {},
  end: async () => undefined,
};

const somebody: SessionCookies = {
  ...nobody,
  require: async () => ({
    key: 'k',
    audience: { server: 'test', mount: '/' },
    accountName: 'somebody',
    address: '192.0.2.1',
    tokenHash: '',
    provenAt: 0,
    byCookieAlone: false,
    endsAt: 0,
    credentials: {
      source: 'assume-role',
      accessKey: 'a',
      secretKey: 's',
      sessionToken: 't',
      expiresAt: 0,
    },
  }),
};

async function serverWith(add: (routes: ContractRoutes) => void, cookies = somebody) {
  const app = fastify({ exposeHeadRoutes: false });
  errorHandling(app, []);
  await app.register(async (api) => {
    add(contractRoutes(api, { cookies, mappers: [], checkAnswers: true }));
  });
  return app;
}

const echo = endpoint({
  id: 'test.echo',
  method: 'POST',
  path: '/echo/{name}',
  summary: 'Say it again',
  permission: storage('s3:Echo'),
  params: z.object({ name: z.string().max(5) }),
  query: z.object({ times: z.coerce.number().int().optional() }),
  body: z.object({ text: z.string() }),
  response: z.object({ said: z.string() }),
  status: 200,
  errors: [],
});

const call = { method: 'POST', url: '/api/v1/echo/joe?times=2&other=1' } as const;

describe('routes of the contract', () => {
  it('hand over checked input and know their caller', async () => {
    const app = await serverWith(({ serve }) => {
      serve(echo, async ({ params, query, body, session: { accountName } }) => ({
        said: JSON.stringify({ params, query, body, accountName }),
      }));
    });
    const response = await app.inject({ ...call, payload: { text: 'hi', more: true } });
    expect(JSON.parse(response.json().said)).toEqual({
      params: { name: 'joe' },
      query: { times: 2 },
      body: { text: 'hi' },
      accountName: 'somebody',
    });
  });

  it('say when it is worth trying again', async () => {
    const app = await serverWith(({ serve }) =>
      serve(echo, async () => {
        throw new ConsoleError('TooManyAttempts', { retryAfter: 60 });
      }),
    );
    const response = await app.inject({ ...call, payload: { text: 'hi' } });
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBe('60');
  });

  it.each([
    ['params', '/api/v1/echo/joseph', { text: 'hi' }, 'name'],
    ['query', '/api/v1/echo/joe?times=x', { text: 'hi' }, 'times'],
    ['body', '/api/v1/echo/joe', { text: 5 }, 'text'],
  ])('check the %s', async (_part, url, payload, field) => {
    const app = await serverWith(({ serve }) => serve(echo, async () => ({ said: '' })));
    const response = await app.inject({ method: 'POST', url, payload });
    expect(response.json()).toMatchObject({ code: 400, errorCode: 'InvalidInput', field });
  });

  it('ask for the session before they read the body', async () => {
    const app = await serverWith(({ serve }) => serve(echo, async () => ({ said: '' })), nobody);
    const response = await app.inject({ ...call, payload: 'x'.repeat(100_000) });
    expect(response.json()).toMatchObject({ code: 401, errorCode: 'SessionRequired' });
  });

  it('need no session only where the contract says why', async () => {
    const open = { ...echo, permission: anyone('this is a test') };
    const app = await serverWith(({ serve }) => serve(open, async () => ({ said: 'yes' })), nobody);
    expect((await app.inject({ ...call, payload: { text: '' } })).json()).toEqual({ said: 'yes' });
    const closed = { ...echo, permission: session };
    const other = await serverWith(
      ({ serve }) => serve(closed, async () => ({ said: 'no' })),
      nobody,
    );
    expect((await other.inject({ ...call, payload: { text: '' } })).statusCode).toBe(401);
  });

  it('cannot be added without a permission', async () => {
    const { permission: _left, ...rest } = echo;
    await expect(
      serverWith(({ serve }) => serve(rest as unknown as Endpoint, async () => ({}) as never)),
    ).rejects.toThrow('endpoint test.echo declares no permission');
  });

  it('cannot be added past the contract', async () => {
    const app = fastify({ exposeHeadRoutes: false });
    contractRoutes(app, { cookies: somebody, mappers: [], checkAnswers: true });
    expect(() => app.get('/api/v1/secret', async () => 'hello')).toThrow(
      'GET /api/v1/secret is not registered from the contract',
    );
  });

  it('name the action of the contract when the storage refuses it', async () => {
    const app = await serverWith(({ serve }) =>
      serve(echo, async () => {
        throw new ConsoleError('AccessDenied');
      }),
    );
    expect((await app.inject({ ...call, payload: { text: '' } })).json()).toMatchObject({
      code: 403,
      detailedMessage: 'The storage server refuses s3:Echo to this account.',
    });
  });

  it('say nothing of what nobody foresaw', async () => {
    const app = await serverWith(({ serve }) =>
      serve(echo, async () => {
        throw new Error('a secret in a stack');
      }),
    );
    const response = await app.inject({ ...call, payload: { text: '' } });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      code: 500,
      message: 'Something went wrong in the console. See the server log.',
      detailedMessage: '',
      errorCode: 'Internal',
    });
  });

  it('hold their answers against the schema in tests', async () => {
    const app = await serverWith(({ serve }) => serve(echo, async () => ({ said: 5 }) as never));
    expect((await app.inject({ ...call, payload: { text: '' } })).statusCode).toBe(500);
  });

  it('end a call that takes too long', async () => {
    const aborted = Promise.withResolvers<void>();
    const app = await serverWith(({ serve }) =>
      serve(
        echo,
        ({ signal }) => {
          signal.addEventListener('abort', () => aborted.resolve());
          return new Promise(() => {});
        },
        { time: 20 },
      ),
    );
    const response = await app.inject({ ...call, payload: { text: '' } });
    expect(response.json()).toMatchObject({ code: 504, errorCode: 'StorageTimeout' });
    await aborted.promise;
  });
});
