import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { metricOperations } from './metrics.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const PIECE = Buffer.from('minio_cluster_bucket_total{server="a"} 1\n'.repeat(25_000));
const ENOUGH = 100 * 1024 * 1024;

it('refuses a page of metrics that is too long, and stops reading it', async () => {
  let sent = 0;
  function* pieces() {
    for (; sent < ENOUGH; sent += PIECE.length) yield PIECE;
  }
  server = createServer((_request, response) => {
    pipeline(Readable.from(pieces()), response, () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { metricPage } = metricOperations({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKey: 'key', secretKey: 'secret' },
  });
  await expect(metricPage({ page: 'node' })).rejects.toMatchObject({ code: 'InvalidResponse' });
  expect(sent).toBeLessThan(ENOUGH);
});
