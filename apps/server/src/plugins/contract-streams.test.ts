import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { STREAM_PREFIX } from '@stowage/contract/stream';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { sockets } from './contract-streams.ts';

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
  // Sockets have half a minute by themselves, the console ten seconds for its requests.
  expect(performance.now() - begun).toBeLessThan(15_000);
}, 60_000);
