import { describe, expect, it, onTestFinished } from 'vitest';
import { createStorage } from './storage.ts';
import { createStorageServer } from './storage-server.ts';

const credentials = { accessKey: 'a', secretKey: 's', sessionToken: 't', expiresAt: 0 };

function twoServers() {
  const [own, tenant] = ['own', 'tenant'].map((name) =>
    createStorageServer({
      name,
      endpoint: () => `http://${name}.example`,
      region: 'us-east-1',
      stsSeconds: 3600,
    }),
  );
  if (!own || !tenant) throw new Error('there are two');
  const storage = createStorage({
    servers: [own, tenant],
    serverAt: (mount) => (mount === '/' ? own : tenant),
  });
  onTestFinished(() => storage.close());
  return { storage, own, tenant };
}

describe('the storage of a session', () => {
  it('is the server that its audience names, whatever keys it has', () => {
    const { storage, own, tenant } = twoServers();
    const clientsAt = (server: string) =>
      storage.clientsOf({ audience: { server, mount: '/' }, credentials });
    expect(clientsAt('own')).toBe(own.clientsWith(credentials));
    expect(clientsAt('tenant')).toBe(tenant.clientsWith(credentials));
    expect(clientsAt('own')).not.toBe(clientsAt('tenant'));
  });

  it('is none where the console shows that server no longer', async () => {
    const { storage } = twoServers();
    const audience = { server: 'former', mount: '/' };
    expect(() => storage.clientsOf({ audience, credentials })).toThrow('The session has ended');
    await expect(storage.issue('former', { accessKey: 'a', secretKey: 's' })).rejects.toMatchObject(
      { code: 'SessionRequired' },
    );
  });

  it('is shown at a mount', () => {
    const { storage } = twoServers();
    expect(storage.serverAt('/').host()).toBe('own.example');
    expect(storage.serverAt('/api/proxy/ns/one/').host()).toBe('tenant.example');
  });
});
