import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { Wire } from '../testing/wire.ts';
import { MemoryBudget } from './memory-budget.ts';
import { RequestBody } from './request-body.ts';

it('is incomplete where the client went away before anybody read it', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const wire = new Wire(`http://127.0.0.1:${port}`);
  const came = once(server, 'request') as Promise<[IncomingMessage]>;
  wire.request('POST', '/', { host: 'here', 'content-length': '9' }).write('four');
  const [message] = await came;
  wire.destroy();
  await new Promise((resolve) => message.once('close', resolve));
  const body = new RequestBody(message, new MemoryBudget(100).share(), undefined);
  await expect(body.read(100)).rejects.toMatchObject({ code: 'IncompleteBody' });
  server.close();
});
