import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { STREAM_PREFIX } from '@stowage/contract/stream';
import { traceCalls } from '@stowage/contract/tools/trace';
import fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Session } from '../sessions/session.ts';
import { contractStreams, sockets } from './contract-streams.ts';
import type { SessionCookies } from './session.ts';

it('ends soon where a browser that is asleep does not confirm the end of its socket', async () => {
  const app = fastify();
  await sockets(app);
  app.get(`${STREAM_PREFIX}/silent`, { websocket: true }, () => undefined);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const asleep = request({
    port: (app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    path: `${STREAM_PREFIX}/silent`,
    headers: {
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  });
  asleep.end();
  const [, socket] = await once(asleep, 'upgrade');
  onTestFinished(() => socket.destroy());
  const begun = performance.now();
  await app.close();
  // By default sockets have half a minute; the console allows ten seconds for requests.
  expect(performance.now() - begun).toBeLessThan(15_000);
}, 60_000);

it('tells once of a proxy that lets no WebSocket pass', async () => {
  const warned = vi.fn();
  const app = fastify();
  app.addHook(
    'onRequest',
    async ({ log }) => void vi.spyOn(log, 'warn').mockImplementation(warned),
  );
  await sockets(app);
  const session = { key: 'k' } as Session;
  const cookies = { require: async () => session } as unknown as SessionCookies;
  const sessions = { onEnd: () => undefined, openOf: async () => new Set<string>() };
  const permits = async () => true;
  const streams = contractStreams(app, { cookies, sessions, mappers: [], permits });
  streams.stream(traceCalls, () => Promise.reject(new Error('not reached')));
  const ask = (headers: Record<string, string>) =>
    app.inject({ url: `${STREAM_PREFIX}${traceCalls.path}`, headers });
  await ask({});
  expect(warned).not.toHaveBeenCalled();
  await ask({ 'sec-websocket-key': 'x' });
  await ask({ 'sec-websocket-key': 'x' });
  expect(warned.mock.calls).toEqual([[expect.stringMatching(/came without its Upgrade header/)]]);
  await app.close();
});
