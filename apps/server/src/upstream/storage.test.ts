import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import type { Session } from '../sessions/session.ts';
import { createStorage } from './storage.ts';

const storage = createStorage({
  endpoint: () => 'http://127.0.0.1:1',
  region: 'us-east-1',
  stsSeconds: 3600,
});
afterAll(() => storage.close());

const session = (accessKey: string): Session => ({
  key: accessKey,
  accountName: 'somebody',
  credentials: { accessKey, secretKey: 's', sessionToken: 't', expiresAt: 0 },
  tokenHash: '',
  byCookieAlone: false,
  endsAt: 0,
});

describe('the clients of sessions', () => {
  it('are made once for the same credentials', () => {
    expect(storage.clientsOf(session('a'))).toBe(storage.clientsOf(session('a')));
    expect(storage.clientsOf(session('a'))).not.toBe(storage.clientsOf(session('b')));
  });

  it('are forgotten when they were not used for the longest time', () => {
    const kept = storage.clientsOf(session('kept'));
    const first = storage.clientsOf(session('first'));
    for (let index = 0; index < 499; index += 1) {
      storage.clientsOf(session(`other-${index}`));
      storage.clientsOf(session('kept'));
    }
    expect(storage.clientsOf(session('kept'))).toBe(kept);
    expect(storage.clientsOf(session('first'))).not.toBe(first);
  });
});

describe('the connections to the storage server', () => {
  it('let somebody log in while all transfers stand still', async () => {
    const silent = createServer((request, response) => {
      if (request.method === 'GET') {
        response.writeHead(200, { etag: '"e"', 'content-length': '1000' });
        response.write('a little');
      } else {
        response
          .writeHead(403)
          .end('<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>');
      }
    });
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const endpoint = () => `http://127.0.0.1:${port}`;
    const behind = createStorage({ endpoint, region: 'us-east-1', stsSeconds: 3600 });
    const { s3 } = behind.clientsOf(session('slow'));
    await Promise.all(Array.from({ length: 256 }, () => s3.getObject({ bucket: 'b', key: 'k' })));
    const keys = { accessKey: 'somebody', secretKey: 'wrong' };
    await expect(behind.assumeRole(keys)).rejects.toMatchObject({ code: 'AccessDenied' });
    await behind.close();
    silent.closeAllConnections();
    await once(silent.close(), 'close');
  });
});
