import {
  DeleteBucketCorsCommand,
  GetBucketCorsCommand,
  PutBucketCorsCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { ofTarget } from './support/differences.ts';
import { send } from './support/raw-request.ts';
import { failure, useServer } from './support/server.ts';

const server = useServer();
const rules = [
  {
    ID: 'pages',
    AllowedOrigins: ['http://*.example'],
    AllowedMethods: ['GET', 'PUT'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 60,
  },
];
const set = (Bucket: string) =>
  server.s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: rules } }));
const get = (Bucket: string) => server.s3.send(new GetBucketCorsCommand({ Bucket }));

describe('pages of other origins', () => {
  it('may do everything while a bucket has no rules', async () => {
    const bucket = await server.bucket();
    expect(await failure(get(bucket))).toEqual({ code: 'NoSuchCORSConfiguration', status: 404 });
    const headers = { origin: 'http://any.test', 'access-control-request-method': 'PUT' };
    const preflight = await send(server.target, {
      method: 'OPTIONS',
      bucket,
      key: 'k',
      headers,
      anonymous: true,
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe('http://any.test');
    const listed = await send(server.target, { bucket, headers: { origin: 'http://any.test' } });
    expect(listed.status).toBe(200);
    expect(listed.headers['access-control-allow-origin']).toBe('http://any.test');
  });

  it('may do what the rules say', async () => {
    const bucket = await server.bucket();
    if (!ofTarget('bucketCors')) {
      expect(await failure(set(bucket))).toEqual({ code: 'NotImplemented', status: 501 });
      return;
    }
    await set(bucket);
    expect((await get(bucket)).CORSRules).toEqual(rules);
    const ask = (origin: string, method: string) =>
      send(server.target, {
        method: 'OPTIONS',
        bucket,
        key: 'k',
        headers: { origin, 'access-control-request-method': method },
        anonymous: true,
      });
    const yes = await ask('http://a.example', 'PUT');
    expect(yes.status).toBe(200);
    expect(yes.headers['access-control-allow-origin']).toBe('http://a.example');
    expect(await ask('http://a.test', 'PUT')).toMatchObject({
      status: 403,
      code: 'AccessForbidden',
    });
    expect(await ask('http://a.example', 'DELETE')).toMatchObject({ status: 403 });
    await server.s3.send(new DeleteBucketCorsCommand({ Bucket: bucket }));
    expect(await failure(get(bucket))).toMatchObject({ status: 404 });
  });
});
