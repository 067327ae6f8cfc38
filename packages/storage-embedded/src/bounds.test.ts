import { afterEach, describe, expect, it } from 'vitest';
import { type Bounds, boundsFor } from './http/bounds.ts';
import { signedHeaders, startTestStorage, type TestStorage } from './testing/test-storage.ts';
import { Wire } from './testing/wire.ts';

const MIB = 1024 * 1024;
const PATIENCE = { timeout: 20_000 };
const SLOW_DOWN = /^HTTP\/1\.1 503 .*<Code>SlowDown<\/Code>/s;

let storage: TestStorage;
const wires: Wire[] = [];
afterEach(async () => {
  for (const wire of wires.splice(0)) {
    wire.destroy();
  }
  await storage.close();
});

async function start(bounds: Partial<Bounds>): Promise<void> {
  const wide = { memory: 64 * MIB, connections: 100, perAddress: 100 };
  storage = await startTestStorage({ bounds: { ...wide, ...bounds } });
  await storage.call({ method: 'PUT', path: '/box' });
}

function wire(): Wire {
  const made = new Wire(storage.url);
  wires.push(made);
  return made;
}

describe('what requests hold in memory is bounded in all', () => {
  it('by readers that do not read', async () => {
    await start({ memory: 4 * MIB });
    const path = '/box/large';
    await storage.call({ method: 'PUT', path, body: Buffer.alloc(32 * MIB) });
    const get = () => wire().request('GET', path, signedHeaders(storage.url, { path }));
    const slow = [get(), get()];
    for (const reader of slow) {
      expect(await reader.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
      reader.pause();
    }
    expect(await get().until('</Error>')).toMatch(SLOW_DOWN);
    slow[0]?.destroy();
    const whole = async () => (await storage.call({ path })).status;
    await expect.poll(whole, PATIENCE).toBe(200);
    expect(storage.messages).toEqual([]);
  });

  it('by bodies of unknown size that do not end', async () => {
    await start({ memory: 100_000 });
    const headers = {
      host: 'x',
      'content-type': 'application/x-www-form-urlencoded',
      'transfer-encoding': 'chunked',
    };
    const half = `${(50_000).toString(16)}\r\n${'x'.repeat(50_000)}\r\n`;
    const login = () => wire().request('POST', '/', headers).write(half);
    const logins = [login(), login(), login()];
    const refused = await Promise.race(logins.map((one) => one.until('</ErrorResponse>')));
    expect(refused).toMatch(/^HTTP\/1\.1 503 .*<Code>ServiceUnavailable</s);
    for (const one of logins) {
      one.destroy();
    }
    const put = async () =>
      (await storage.call({ method: 'PUT', path: '/box/k', body: half })).status;
    await expect.poll(put, PATIENCE).toBe(200);
  });

  it('by uploads that do not go on', async () => {
    await start({ memory: 6 * MIB });
    const path = '/box/upload';
    const headers = signedHeaders(storage.url, {
      method: 'PUT',
      path,
      payloadHash: 'UNSIGNED-PAYLOAD',
    });
    const more = { ...headers, 'content-length': String(100 * MIB), expect: '100-continue' };
    const put = () => wire().request('PUT', path, more);
    const slow = [put(), put()];
    await Promise.all(slow.map((upload) => upload.until('100 Continue')));
    expect(await put().until('</Error>')).toMatch(SLOW_DOWN);
  });
});

describe('connections', () => {
  it('beyond the bound are told so and end, and others go on', async () => {
    await start({ connections: 2 });
    const live = (on: Wire) => on.request('GET', '/minio/health/live', { host: 'x' });
    const [first, second] = [wire(), wire()];
    await live(first).until('200 OK');
    await live(second).until('200 OK');
    const third = live(wire());
    expect(await third.end()).toMatch(SLOW_DOWN);
    first.destroy();
    await expect
      .poll(async () => {
        const answer = await live(wire()).until('\r\n\r\n');
        wires.pop()?.destroy();
        return answer;
      }, PATIENCE)
      .toContain('200 OK');
  });

  it.each([
    [512, { memory: 128, connections: 512, perAddress: 256 }],
    [2048, { memory: 512, connections: 2048, perAddress: 1024 }],
    [65_536, { memory: 2048, connections: 4096, perAddress: 2048 }],
  ])('are as many as a machine of %i MiB bears', (machine, { memory, ...rest }) => {
    expect(boundsFor(machine * MIB)).toEqual({ memory: memory * MIB, ...rest });
  });
});

describe('a browser', () => {
  const policyOf = async (path: string) =>
    (await storage.call({ path })).headers['content-security-policy'];

  it('runs no script that is stored, with the origin of the store', async () => {
    await start({});
    const put = (key: string, type: string) =>
      storage.call({ method: 'PUT', path: `/box/${key}`, headers: { 'content-type': type } });
    await put('page', 'text/html');
    await put('picture', 'image/svg+xml');
    await put('paper', 'application/pdf');
    expect((await storage.call({ path: '/box/page' })).headers).toMatchObject({
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
    expect(await policyOf('/box/picture')).toBe('sandbox');
    expect(await policyOf('/box/nowhere%3Cscript%3E')).toBe('sandbox');
    // Browsers' PDF viewers do not work in a sandbox.
    expect(await policyOf('/box/paper')).toBeUndefined();
    expect(await policyOf('/box/paper?response-content-type=text/html')).toBe('sandbox');
  });
});
