import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { form } from '../../apps/server/src/testing/form.ts';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../apps/server/src/testing/test-console.ts';
import { ANY_S3, type AnyS3, programOf, startAnyS3 } from '../targets/any-s3.ts';
import type { StorageTarget } from '../targets/target.ts';

const OFFERED: Readonly<Record<AnyS3, readonly string[]>> = {
  versitygw: ['versioning', 'locking', 'tags', 'policy', 'cors'],
  // It reports every setting as unconfigured and stores none.
  rclone: [],
};

const wire = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));

describe.each(ANY_S3.map((kind) => ({ kind })))('a console before $kind', ({ kind }) => {
  describe.skipIf(programOf(kind) === undefined)('that could be built', () => {
    let target: StorageTarget;
    let test: TestConsole;
    let root: TestCaller;
    const offered = OFFERED[kind];

    beforeAll(async () => {
      target = await startAnyS3(kind);
      test = await startTestConsole({ target });
      await test.s3.makeBucket({ bucket: 'there-before' });
      root = await test.logIn();
    });
    afterAll(async () => {
      await test?.close();
      await target?.close();
    });

    const get = async (path: string, caller = root) => {
      const response = await caller.send({ url: `/api/v1${path}` });
      return { status: response.statusCode, body: response.json() };
    };
    const bucketNames = async () => {
      const { buckets } = (await get('/buckets')).body;
      return buckets.map(({ name }: { name: string }) => name);
    };
    const objectNames = async (bucket: string, prefix = '') => {
      const query = prefix && `?prefix=${wire(prefix)}`;
      const { objects } = (await get(`/buckets/${bucket}/objects${query}`)).body;
      return (objects ?? []).map(({ name }: { name: string }) => name);
    };
    const upload = (bucket: string, name: string, content: string, prefix = '') =>
      root.send({
        method: 'POST',
        url: `/api/v1/buckets/${bucket}/objects/upload${prefix && `?prefix=${wire(prefix)}`}`,
        ...form([{ name, content }]),
      });

    it('refuses wrong keys, of a known name and an unknown one', async () => {
      for (const accessKey of [target.accessKey, 'nobody', 'ключ']) {
        const response = await test.anonymous.send({
          method: 'POST',
          url: '/api/v1/login',
          payload: { accessKey, secretKey: 'not-the-secret' },
        });
        expect(response.json()).toMatchObject({ code: 401, errorCode: 'InvalidLogin' });
      }
    });

    it('says after the login what is offered, once and for all pages', async () => {
      const calls: string[] = [];
      test.gate.set('open', ({ method }) => {
        calls.push(method ?? '');
        return true;
      });
      const { body } = await get('/session');
      const probing = calls.length;
      await get('/session');
      test.gate.set('open');
      const { capabilities, pages, distributedMode, accountName } = body;
      expect(Object.keys(capabilities).filter((name) => capabilities[name])).toEqual(offered);
      expect(pages).toContain('/buckets');
      expect(pages).not.toContain('/tools/watch');
      expect(distributedMode).toBe(true);
      expect(accountName).toBe(target.accessKey);
      // Probing only reads, stays within its limit and is not repeated.
      expect(new Set(calls)).toEqual(new Set(['GET']));
      expect(probing).toBeLessThanOrEqual(31);
      expect(calls.filter((method) => method !== 'GET')).toEqual([]);
      expect(calls.length - probing).toBeLessThanOrEqual(1);
    });

    it('lists buckets whose size nobody knows, and one of them', async () => {
      const { body } = await get('/buckets');
      const [bucket] = body.buckets;
      expect(bucket).toMatchObject({
        name: 'there-before',
        rw_access: { read: true, write: true },
      });
      expect(bucket).not.toHaveProperty('size');
      expect(bucket).not.toHaveProperty('objects');
      expect(bucket.allowedActions).toEqual(
        expect.arrayContaining([
          's3:ListBucket',
          's3:GetObject',
          's3:PutObject',
          's3:DeleteObject',
        ]),
      );
      expect(bucket.allowedActions.includes('s3:PutBucketPolicy')).toBe(offered.includes('policy'));
      expect(bucket.allowedActions).not.toContain('s3:ForceDeleteBucket');
      expect(bucket.allowedActions).not.toContain('admin:GetBucketQuota');
      const single = await get('/buckets/there-before');
      expect(single.status).toBe(200);
      expect(single.body.details.locking).toBe(false);
      expect((await get('/buckets/never-there')).status).not.toBe(200);
    });

    it('creates a bucket and deletes it', async () => {
      const created = await root.send({
        method: 'POST',
        url: '/api/v1/buckets',
        payload: { name: 'short-lived' },
      });
      expect(created.statusCode).toBe(201);
      expect(await bucketNames()).toContain('short-lived');
      const deleted = await root.send({ method: 'DELETE', url: '/api/v1/buckets/short-lived' });
      expect(deleted.statusCode).toBe(204);
      expect(await bucketNames()).not.toContain('short-lived');
    });

    it('stores, lists, searches, sends and deletes objects and folders', async () => {
      const bucket = 'there-before';
      expect((await upload(bucket, 'a.txt', 'hello')).statusCode).toBe(200);
      expect((await upload(bucket, 'größe 1.txt', 'deeper', 'folder/')).statusCode).toBe(200);
      expect(await objectNames(bucket)).toEqual(['a.txt', 'folder/']);
      expect(await objectNames(bucket, 'folder/')).toEqual(['folder/größe 1.txt']);
      const path = `/api/v1/buckets/${bucket}/objects`;
      const download = await root.send({ url: `${path}/download?prefix=${wire('a.txt')}` });
      expect(download.body).toBe('hello');
      const one = await root.send({ method: 'DELETE', url: `${path}?path=${wire('a.txt')}` });
      expect(one.statusCode).toBe(200);
      const tree = await root.send({
        method: 'DELETE',
        url: `${path}?path=${wire('folder/')}&recursive=true`,
      });
      expect(tree.statusCode).toBe(200);
      expect(await objectNames(bucket)).toEqual([]);
    });

    it('takes a file of several parts', async () => {
      const content = 'x'.repeat(20 * 1024 * 1024);
      const response = await root.send({
        method: 'POST',
        url: '/api/v1/buckets/there-before/objects/upload',
        ...form([{ name: 'large.bin', content, size: 'file' }]),
      });
      expect(response.statusCode).toBe(200);
      const { contentLength } = await test.s3.headObject({
        bucket: 'there-before',
        key: 'large.bin',
      });
      expect(contentLength).toBe(content.length);
    });

    it('empties a bucket that is not empty, and deletes it', async () => {
      await test.s3.makeBucket({ bucket: 'to-empty' });
      await upload('to-empty', 'a.txt', 'a');
      await upload('to-empty', 'b.txt', 'b', 'folder/');
      const remove = () => root.send({ method: 'DELETE', url: '/api/v1/buckets/to-empty' });
      expect((await remove()).json()).toMatchObject({ errorCode: 'BucketNotEmpty' });
      const emptied = await root.send({
        method: 'POST',
        url: '/api/v1/buckets/to-empty/empty',
        payload: {},
      });
      expect(emptied.json()).toMatchObject({ deleted: 2, refusedCount: 0 });
      expect((await remove()).statusCode).toBe(204);
    });

    it.each([
      ['policy', 'PUT', 'set-policy', { access: 'PUBLIC' }],
      ['tags', 'PUT', 'tags', { tags: { team: 'a' } }],
      ['versioning', 'PUT', 'versioning', { versioning: true }],
      ['encryption', 'POST', 'encryption/enable', { encType: 'sse-s3' }],
      [
        'cors',
        'POST',
        'cors',
        { id: '', origins: ['https://a.test'], methods: ['GET'], headers: [], exposed: [] },
      ],
      ['quota', 'PUT', 'quota', { enabled: true, quota_type: 'hard', amount: 1000 }],
    ])(
      'changes %s, or says that the server does not offer it',
      async (setting, method, path, payload) => {
        await test.s3.makeBucket({ bucket: `of-${setting}` });
        const response = await root.send({
          method: method === 'PUT' ? 'PUT' : 'POST',
          url: `/api/v1/buckets/of-${setting}/${path}`,
          payload,
        });
        if (offered.includes(setting)) {
          expect(response.statusCode).toBeLessThan(300);
        } else {
          expect(response.json()).toMatchObject({
            errorCode: 'NotSupported',
            detailedMessage: expect.stringMatching(/^This server does not offer .+\.$/),
          });
        }
        expect(await bucketNames()).toContain(`of-${setting}`);
      },
    );

    it.skipIf(!offered.includes('cors'))('keeps CORS rules in their order', async () => {
      await test.s3.makeBucket({ bucket: 'with-rules' });
      const url = '/api/v1/buckets/with-rules/cors';
      const rule = { origins: ['https://<a>.test'], methods: ['GET'], headers: [], exposed: [] };
      const send = (method: 'POST' | 'PUT' | 'DELETE', at: string, payload?: object) =>
        root.send({ method, url: url + at, ...(payload && { payload }) });
      const ids = async () =>
        (await get('/buckets/with-rules/cors')).body.rules.map(({ id }: { id: string }) => id);
      expect((await get('/buckets/with-rules/cors')).body).toEqual({ rules: [], offered: true });
      for (const id of ['a', 'b']) await send('POST', '', { ...rule, id });
      expect((await send('PUT', '/2', { ...rule, id: 'b', position: 1 })).statusCode).toBe(200);
      expect(await ids()).toEqual(['b', 'a']);
      for (const _ of [1, 2]) expect((await send('DELETE', '/1')).statusCode).toBe(204);
      expect(await ids()).toEqual([]);
    });

    it('exports the settings that there are', async () => {
      const { status, body } = await get('/buckets/there-before/settings');
      expect(status).toBe(200);
      const sections = Object.keys(body.settings);
      expect(sections.includes('tags')).toBe(offered.includes('tags'));
      expect(sections).not.toContain('quota');
      expect(sections).not.toContain('events');
    });
  });
});
