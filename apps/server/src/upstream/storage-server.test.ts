import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTarget } from '../../../../tests/targets/target.ts';
import { readAuthorities } from '../config/authorities.ts';
import { createStorageServer } from './storage-server.ts';

const CERTS = new URL('../testing/certs/', import.meta.url);
const AUTHORITY = new URL('authority.crt', CERTS).pathname;
const OPTIONS = { name: 'test', region: 'us-east-1', stsSeconds: 3600 };

const server = createStorageServer({ ...OPTIONS, endpoint: () => 'http://127.0.0.1:1' });
afterAll(() => server.close());

const credentials = (accessKey: string) => ({
  ...{ source: 'keys' as const, accessKey, secretKey: 's' },
  expiresAt: 0,
});

describe('the clients of sessions', () => {
  const clientsOf = (accessKey: string) => server.clientsWith(credentials(accessKey));

  it('are made once for the same credentials', () => {
    expect(clientsOf('a')).toBe(clientsOf('a'));
    expect(clientsOf('a')).not.toBe(clientsOf('b'));
  });

  it('are forgotten when they were not used for the longest time', () => {
    const kept = clientsOf('kept');
    const first = clientsOf('first');
    for (let index = 0; index < 499; index += 1) {
      clientsOf(`other-${index}`);
      clientsOf('kept');
    }
    expect(clientsOf('kept')).toBe(kept);
    expect(clientsOf('first')).not.toBe(first);
  });
});

describe('the connections to the storage server', () => {
  it('let somebody log in while all transfers stand still', async () => {
    const silent = createServer((request, response) => {
      if (request.method === 'GET' && request.url !== '/') {
        response.writeHead(200, { etag: '"e"', 'content-length': '1000' });
        response.write('a little');
      } else {
        const refusal =
          request.method === 'GET'
            ? '<Error><Code>SignatureDoesNotMatch</Code></Error>'
            : '<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>';
        response.writeHead(403).end(refusal);
      }
    });
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const behind = createStorageServer({ ...OPTIONS, endpoint: () => `http://127.0.0.1:${port}` });
    const { s3 } = behind.clientsWith(credentials('slow'));
    await Promise.all(Array.from({ length: 256 }, () => s3.getObject({ bucket: 'b', key: 'k' })));
    const keys = { accessKey: 'somebody', secretKey: 'wrong' };
    await expect(behind.issue(keys, '192.0.2.1')).rejects.toMatchObject({ code: 'AccessDenied' });
    await behind.close();
    silent.closeAllConnections();
    await once(silent.close(), 'close');
  });
});

describe('a storage server behind TLS', () => {
  /** A storage server whose certificate comes from a private authority. */
  async function startTlsTarget() {
    const target = await startTarget();
    const { hostname, port } = new URL(target.endpoint);
    const [cert, key] = await Promise.all(
      ['public.crt', 'private.key'].map((file) => readFile(new URL(`issued/${file}`, CERTS))),
    );
    const front = createTlsServer({ cert, key }, (socket) => {
      const inner = connect(Number(port), hostname);
      socket.pipe(inner).on('error', () => socket.destroy());
      inner.pipe(socket).on('error', () => inner.destroy());
    });
    await once(front.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(async () => {
      front.close();
      await target.close();
    });
    return { target, endpoint: () => `https://127.0.0.1:${(front.address() as AddressInfo).port}` };
  }

  it('is reached where its authority is named, and not otherwise', async () => {
    const { target, endpoint } = await startTlsTarget();
    const authorities = await readAuthorities(AUTHORITY);
    const trusted = createStorageServer({ ...OPTIONS, endpoint, authorities });
    const issued = await trusted.issue(target, '192.0.2.1');
    const { s3, admin } = trusted.clientsWith(issued);
    await s3.makeBucket({ bucket: 'over-tls' });
    expect((await admin.accountInfo()).buckets.map(({ name }) => name)).toEqual(['over-tls']);
    expect(await trusted.isReady()).toBe(true);
    expect(await trusted.isDistributed()).toBe(true);
    await trusted.close();

    const unknowing = createStorageServer({ ...OPTIONS, endpoint });
    await expect(unknowing.issue(target, '192.0.2.1')).rejects.toMatchObject({
      name: 'StorageUnreachableError',
    });
    expect(await unknowing.isReady()).toBe(false);
    await unknowing.close();
  });
});
