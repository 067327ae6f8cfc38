import { describe, expect, it, onTestFinished } from 'vitest';
import type { Session } from '../sessions/session.ts';
import { createStorage } from './storage.ts';
import { createStorageServer } from './storage-server.ts';

const sessionAt = (server: string): Session => ({
  ...{ key: 'k', accountName: 'a', tokenHash: '', byCookieAlone: false, endsAt: 0 },
  address: '192.0.2.1',
  provenAt: 0,
  audience: { server, mount: '/' },
  credentials: { source: 'keys', accessKey: 'a', secretKey: 's', expiresAt: 0 },
});

function twoServers() {
  const [own, tenant] = ['own', 'tenant'].map((name) =>
    createStorageServer({
      name,
      endpoint: () => `http://${name}.example`,
      publicOrigin: name === 'own' ? undefined : 'https://files.example',
      region: 'us-east-1',
      stsSeconds: 3600,
    }),
  );
  if (!own || !tenant) throw new Error('there are two');
  const storage = createStorage({
    servers: [own, tenant],
    serverAt: (mount) => (mount === '/' ? own : tenant),
    keep: async () => {},
  });
  onTestFinished(() => storage.close());
  return { storage };
}

describe('the storage of a session', () => {
  it('is the server that its audience names, whatever keys it has', () => {
    const { storage } = twoServers();
    const urlAt = (server: string) =>
      storage
        .clientsOf(sessionAt(server))
        .s3.presignGetObject({ bucket: 'b', key: 'k', expiresSeconds: 60 });
    expect(new URL(urlAt('own')).host).toBe('own.example');
    expect(new URL(urlAt('tenant')).host).toBe('tenant.example');
    expect(storage.clientsOf(sessionAt('own'))).toBe(storage.clientsOf(sessionAt('own')));
  });

  it('is none where the console shows that server no longer', async () => {
    const { storage } = twoServers();
    expect(() => storage.clientsOf(sessionAt('former'))).toThrow('The session has ended');
    await expect(
      storage.issue('former', { accessKey: 'a', secretKey: 's' }, '192.0.2.1'),
    ).rejects.toMatchObject({ code: 'SessionRequired' });
  });

  it('has the public address that it was given', () => {
    const { storage } = twoServers();
    expect(storage.publicOriginOf(sessionAt('own'))).toBeUndefined();
    expect(storage.publicOriginOf(sessionAt('tenant'))).toBe('https://files.example');
    expect(() => storage.publicOriginOf(sessionAt('former'))).toThrow('The session has ended');
  });

  it('is shown at a mount', () => {
    const { storage } = twoServers();
    expect(storage.serverAt('/').host()).toBe('own.example');
    expect(storage.serverAt('/api/proxy/ns/one/').host()).toBe('tenant.example');
  });
});
