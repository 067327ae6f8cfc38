import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStoragePool } from './dispatcher.ts';
import { AddressRefusedError, StorageUnreachableError } from './errors.ts';
import { createS3Client } from './s3/client.ts';

let connections = 0;
const server = createServer((_request, response) => response.end('<ListAllMyBucketsResult/>'));
server.on('connection', () => {
  connections += 1;
});
let port: number;

beforeAll(async () => {
  await once(server.listen(0), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});

const isLoopback = (address: string) =>
  address === '::1' || /^(?:::ffff:7f00:|127\.)/.test(address);

async function buckets(host: string, refuses: (address: string) => boolean) {
  const dispatcher = createStoragePool({ refuses });
  const endpoint = `http://${host}:${port}`;
  const credentials = { accessKey: 'a', secretKey: 's' };
  try {
    return await createS3Client({ endpoint, region: 'r', credentials, dispatcher }).listBuckets();
  } finally {
    await dispatcher.destroy();
  }
}

describe('a pool that refuses addresses', () => {
  it.each(['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', 'localhost'])(
    'makes no connection to %s, whatever it is called',
    async (host) => {
      const before = connections;
      const failure = await buckets(host, isLoopback).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StorageUnreachableError);
      expect(failure).toMatchObject({ cause: expect.any(AddressRefusedError) });
      expect(connections).toBe(before);
    },
  );

  it.each(['127.0.0.1', 'localhost'])('connects to others: %s', async (host) => {
    expect(await buckets(host, (address) => address.startsWith('169.254.'))).toEqual([]);
  });
});
