import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { onPath } from '../../../../../scripts/setup/executable.mjs';
import { forTargets, makeRecord } from '../event-record.ts';
import { WebhookTarget } from './webhook.ts';

const SETTINGS = { authToken: '', clientCert: '', clientKey: '' };
const RECORD = forTargets(
  makeRecord(
    {
      event: 'BucketCreated:*',
      bucket: { name: 'b', versioning: 'off' },
      cause: { event: '', accessKey: '', sourceIp: '', userAgent: '', requestId: '' },
    },
    { region: '', hostId: '', deploymentId: '', endpoint: '' },
  ),
);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) {
    await end();
  }
});

async function listen(server: Server & { closeAllConnections(): void }): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

async function targetAt(answer: RequestListener, authToken = ''): Promise<WebhookTarget> {
  const port = await listen(createServer(answer));
  const target = new WebhookTarget({
    ...SETTINGS,
    authToken,
    endpoint: `http://127.0.0.1:${port}/`,
  });
  ends.push(() => target.close());
  return target;
}

describe('a webhook', () => {
  it.each([
    ['abc', 'Bearer abc'],
    ['Basic abc', 'Basic abc'],
    ['', undefined],
    ['a b c', undefined],
  ])('with the token %j is sent %j', async (token, expected) => {
    let sent: string | undefined;
    const target = await targetAt((request, response) => {
      sent = request.headers.authorization;
      response.end();
    }, token);
    await target.send(RECORD);
    expect(sent).toBe(expected);
  });

  it('is not listened to for long', async () => {
    let written = 0;
    const target = await targetAt((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024))) {
          written += 64 * 1024;
        }
      };
      response.on('drain', more);
      response.on('error', () => undefined);
      more();
    });
    await target.send(RECORD);
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });

  it('that cuts the connection has taken nothing', async () => {
    const target = await targetAt((request) => request.socket.destroy());
    await expect(target.send(RECORD)).rejects.toThrow();
    await expect(target.check()).resolves.toBeUndefined();
  });

  const openssl = onPath(['openssl']);
  it.skipIf(openssl === undefined)('over TLS is checked, and shown our certificate', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stowage-tls-'));
    ends.push(() => rmSync(folder, { recursive: true }));
    const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    const subject = ['-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1', '-nodes'];
    const out = ['-days', '2', '-keyout', key, '-out', cert];
    execFileSync(openssl ?? '', [...request, ...subject, ...out], { stdio: 'ignore' });
    const pem = readFileSync(cert, 'utf8');
    let shown: string | undefined;
    const server = createTlsServer(
      { cert: pem, key: readFileSync(key), ca: pem, requestCert: true, rejectUnauthorized: true },
      (message, response) => {
        shown = (message.socket as TLSSocket).getPeerCertificate().subject.CN as string;
        response.end();
      },
    );
    const endpoint = `https://127.0.0.1:${await listen(server)}/`;
    const open = (settings: Partial<typeof SETTINGS>) => {
      const target = new WebhookTarget({ ...SETTINGS, ...settings, endpoint });
      ends.push(() => target.close());
      return target;
    };
    const pair = { clientCert: cert, clientKey: key };
    await expect(open(pair).send(RECORD)).rejects.toThrow('self-signed');
    const known = getCACertificates();
    setDefaultCACertificates([...known, pem]);
    ends.push(() => setDefaultCACertificates(known));
    await expect(open({}).send(RECORD)).rejects.toThrow();
    await open(pair).send(RECORD);
    expect(shown).toBe('test');
    const missing = open({ ...pair, clientKey: path.join(folder, 'none') });
    await expect(missing.send(RECORD)).rejects.toThrow('ENOENT');
  });
});
