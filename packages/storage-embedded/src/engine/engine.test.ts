import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openEngine } from './engine.ts';
import type { Engine, ObjectAttributes } from './types.ts';

const PLAIN: ObjectAttributes = {
  contentType: 'text/plain',
  headers: {},
  metadata: {},
  tags: {},
  storageClass: 'STANDARD',
};

const cleanup: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) {
    await step();
  }
});

async function start(dir?: string): Promise<{ engine: Engine; dir: string }> {
  const root = dir ?? (await mkdtemp(join(tmpdir(), 'engine-')));
  if (!dir) {
    cleanup.push(() => rm(root, { recursive: true }));
  }
  const drives = [1, 2, 3, 4].map((n) => join(root, `d${n}`));
  const engine = await openEngine({ dataDir: join(root, 'data'), drives });
  return { engine, dir: root };
}

async function put(engine: Engine, key: string, content: string | Buffer): Promise<void> {
  const source = (async function* () {
    yield Buffer.from(content);
  })();
  await engine.putObject({ bucket: 'b', key, attributes: PLAIN, body: { source } });
}

async function read(engine: Engine, key: string, versionId?: string): Promise<string> {
  const object = engine.getObject('b', key, versionId);
  if (!object) {
    throw new Error('missing');
  }
  const chunks: Buffer[] = [];
  for await (const chunk of engine.readObject(object)) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

describe('engine', () => {
  it('gives back what was put, also after it was opened again', async () => {
    const { engine, dir } = await start();
    await engine.createBucket({ name: 'b', region: 'us-east-1', objectLock: false });
    await Promise.all([...Array(50).keys()].map((i) => put(engine, `k${i}`, `v${i}`)));
    const big = Buffer.alloc(3_000_000, 'x');
    await put(engine, 'big', big);
    await engine.putDocument('user', 'u', '{}');
    expect(await read(engine, 'k7')).toBe('v7');
    expect((await read(engine, 'big')) === big.toString()).toBe(true);
    await engine.deleteObject({ bucket: 'b', key: 'k7' });
    expect(engine.getObject('b', 'k7')).toBeUndefined();
    const page = engine.list({ bucket: 'b', prefix: '', delimiter: '', after: '', limit: 10 });
    expect(page.objects).toHaveLength(10);
    expect(page.next).toEqual({ key: 'k16', versionId: 'null' });
    await engine.close();
    const again = (await start(dir)).engine;
    expect(await read(again, 'k8')).toBe('v8');
    expect(again.getDocument('user', 'u')).toBe('{}');
    expect(again.usage()).toMatchObject([{ bucket: 'b', objects: 50 }]);
    await again.close();
  });

  it('takes more changes at once than its queue holds', async () => {
    const { engine } = await start();
    await engine.createBucket({ name: 'b', region: 'us-east-1', objectLock: false });
    await Promise.all([...Array(3000).keys()].map((i) => put(engine, `k${i}`, 'x')));
    const keys = [...Array(40_000).keys()].map((i) => ({ bucket: 'b', key: `k${i % 20_000}` }));
    const outcomes = await engine.deleteObjects(keys);
    const existed = outcomes.map((one) => !(one instanceof Error) && one.existed);
    expect(existed.indexOf(false)).toBe(3000);
    expect(existed.lastIndexOf(true)).toBe(2999);
    expect(engine.usage()).toMatchObject([{ objects: 0 }]);
    await engine.close();
    await expect(put(engine, 'late', 'x')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });

  it('completes a multipart upload', async () => {
    const { engine } = await start();
    await engine.createBucket({ name: 'b', region: 'us-east-1', objectLock: false });
    const id = await engine.createUpload({ bucket: 'b', key: 'm', attributes: PLAIN });
    const upload = engine.getUpload('b', 'm', id);
    if (!upload) {
      throw new Error('no upload');
    }
    const parts = [];
    for (const n of [1, 2, 3]) {
      const source = (async function* () {
        yield Buffer.alloc(300_000, String(n));
      })();
      parts.push(await engine.putPart(upload, n, { source }));
    }
    await engine.completeUpload(upload, parts, { etag: 'x-3' });
    const text = await read(engine, 'm');
    expect(text).toBe('1'.repeat(300_000) + '2'.repeat(300_000) + '3'.repeat(300_000));
    expect(engine.getUpload('b', 'm', id)).toBeUndefined();
    await engine.close();
  });
});
