import { Readable } from 'node:stream';
import { Agent } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StorageRequestError, StorageTimeoutError, StorageUnreachableError } from './errors.ts';
import { createS3Client, type StorageClientOptions } from './s3/client.ts';
import { answering, failure, type Handler, startFakeStorage } from './testing/fake-storage.ts';

async function serve(handler: Handler): Promise<StorageClientOptions> {
  const fake = await startFakeStorage(handler);
  onTestFinished(fake.stop);
  return fake.options;
}

const ERROR_XML =
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please wait &amp; see</Message>' +
  '<Resource>/b</Resource><RequestId>R1</RequestId></Error>';
const BUCKETS_XML = '<ListAllMyBucketsResult><Buckets></Buckets></ListAllMyBucketsResult>';

describe('a refusal', () => {
  it.each([
    ['XML', 503, ERROR_XML, { code: 'SlowDown', resource: '/b', requestId: 'R1' }],
    [
      'JSON',
      404,
      '{"Code":"XMinioAdminNoSuchUser","Message":"none","Resource":"/r","RequestId":"R2"}',
      { code: 'XMinioAdminNoSuchUser', message: 'none', resource: '/r', requestId: 'R2' },
    ],
    ['no body', 503, '', { code: 'ServiceUnavailable' }],
    ['no body', 403, '', { code: 'AccessDenied' }],
    ['a page of a proxy', 502, '<html><body>Bad gateway</body></html>', { code: 'HTTP502' }],
    ['a broken page', 500, '<html><br></html', { code: 'InternalError' }],
    ['broken JSON', 400, '{"Code":', { code: 'BadRequest' }],
    ['other JSON', 400, '{"error":"x","Code":7}', { code: 'BadRequest' }],
    ['text', 418, 'short and stout', { code: 'HTTP418' }],
    [
      'too much text',
      503,
      `<Error><Code>X</Code><Message>${'x'.repeat(70_000)}</Message></Error>`,
      { code: 'ServiceUnavailable' },
    ],
  ])('with %s keeps status %i and a code', async (_, status, body, fields) => {
    const client = createS3Client(await serve(answering(status, body)));
    const error = await failure(client.listBuckets());
    expect(error).toBeInstanceOf(StorageRequestError);
    expect(error).toMatchObject({ status, ...fields });
  });

  it('is no redirect to follow', async () => {
    let requests = 0;
    const options = await serve((_, response) => {
      requests += 1;
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
    });
    const error = await failure(createS3Client(options).listBuckets());
    expect(error).toMatchObject({ name: 'StorageRequestError', status: 307, code: 'HTTP307' });
    expect(requests).toBe(1);
  });

  it('names the bucket or object that a HEAD did not find', async () => {
    const client = createS3Client(await serve(answering(404, '')));
    const object = { bucket: 'b', key: 'k' };
    expect(await failure(client.headBucket(object))).toMatchObject({ code: 'NoSuchBucket' });
    expect(await failure(client.headObject(object))).toMatchObject({ code: 'NoSuchKey' });
    expect(await failure(client.headObject({ ...object, versionId: 'v' }))).toMatchObject({
      code: 'NoSuchVersion',
    });
  });

  it('takes the code of a HEAD from the headers of MinIO', async () => {
    const headers = { 'x-minio-error-code': 'NoSuchBucket', 'x-minio-error-desc': '"No bucket"' };
    const client = createS3Client(await serve(answering(404, '', headers)));
    expect(await failure(client.headObject({ bucket: 'b', key: 'k' }))).toMatchObject({
      code: 'NoSuchBucket',
      message: 'No bucket',
    });
  });

  it('may come after a 200', async () => {
    const client = createS3Client(await serve(answering(200, `\n\n${ERROR_XML}`)));
    const upload = { bucket: 'b', key: 'k', uploadId: 'u', parts: [{ partNumber: 1, etag: 'e' }] };
    expect(await failure(client.completeMultipartUpload(upload))).toMatchObject({
      name: 'StorageRequestError',
      code: 'SlowDown',
      status: 503,
      message: 'Please wait & see',
    });
  });
});

describe('an answer that makes no sense', () => {
  it.each([
    ['HTML', '<html></html>'],
    ['text', 'hello'],
    ['nothing', ''],
    ['half an answer', BUCKETS_XML.slice(0, -10)],
    ['another answer', '<VersioningConfiguration/>'],
    ['an entity bomb', `<!DOCTYPE a [<!ENTITY a "b">]>${BUCKETS_XML}`],
  ])('is InvalidResponse: %s', async (_, body) => {
    const client = createS3Client(await serve(answering(200, body)));
    expect(await failure(client.listBuckets())).toMatchObject({
      name: 'StorageRequestError',
      code: 'InvalidResponse',
    });
  });
});

describe('a connection', () => {
  it('that is refused makes the storage unreachable', async () => {
    const options = await serve(answering(200, ''));
    const client = createS3Client({ ...options, endpoint: 'http://127.0.0.1:1' });
    const error = await failure(client.listBuckets());
    expect(error).toBeInstanceOf(StorageUnreachableError);
    expect(error).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('that speaks no HTTP makes the storage unreachable', async () => {
    const options = await serve((request) => request.socket.end('SSH-2.0-x\r\n'));
    expect(await failure(createS3Client(options).listBuckets())).toBeInstanceOf(
      StorageUnreachableError,
    );
  });

  it('that was closed while it was idle is opened again for a read', async () => {
    let requests = 0;
    const options = await serve((request, response) => {
      requests += 1;
      if (requests === 2) {
        request.socket.destroy();
      } else {
        response.end(BUCKETS_XML);
      }
    });
    const client = createS3Client(options);
    await client.listBuckets();
    expect(await client.listBuckets()).toEqual([]);
    expect(requests).toBe(3);
  });

  it('that breaks is not tried for ever', async () => {
    let requests = 0;
    const options = await serve((request) => {
      requests += 1;
      request.socket.destroy();
    });
    const client = createS3Client(options);
    expect(await failure(client.listBuckets())).toBeInstanceOf(StorageUnreachableError);
    expect(requests).toBe(2);
  });

  it('that breaks does not send a write twice', async () => {
    let requests = 0;
    const options = await serve((request) => {
      requests += 1;
      request.socket.destroy();
    });
    const client = createS3Client(options);
    const put = client.putObject({ bucket: 'b', key: 'k', body: Buffer.from('x'), size: 1 });
    expect(await failure(put)).toBeInstanceOf(StorageUnreachableError);
    expect(await failure(client.removeBucket({ bucket: 'b' }))).toBeInstanceOf(
      StorageUnreachableError,
    );
    expect(requests).toBe(2);
  });

  it('that breaks within a listing makes the storage unreachable', async () => {
    const options = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('<ListAllMyBucketsResult>', () => response.destroy());
    });
    expect(await failure(createS3Client(options).listBuckets())).toBeInstanceOf(
      StorageUnreachableError,
    );
  });

  it('that breaks within an object fails its stream', async () => {
    const options = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '1000', etag: '"e"' });
      response.write('some bytes', () => response.destroy());
    });
    const answer = await createS3Client(options).getObject({ bucket: 'b', key: 'k' });
    expect(answer.headers).toMatchObject({ contentLength: 1000, etag: 'e' });
    await expect(answer.body.toArray()).rejects.toThrow();
  });

  it.each([
    ['headers', () => undefined],
    ['bytes', (response: { write(text: string): void }) => response.write('<List')],
  ])('that gives no further %s in time is a timeout', async (_, begin) => {
    const options = await serve((__, response) => begin(response));
    const dispatcher = new Agent({ headersTimeout: 100, bodyTimeout: 100 });
    onTestFinished(() => dispatcher.destroy());
    const client = createS3Client({ ...options, dispatcher });
    expect(await failure(client.listBuckets())).toBeInstanceOf(StorageTimeoutError);
  });
});

describe('the bytes of an object', () => {
  it('may be given up before they have come, without an error that nobody expects', async () => {
    const fake = await startFakeStorage((request, response) => {
      request.resume();
      response.writeHead(200, { etag: '"e"', 'content-length': '1000' });
      response.write('some');
    });
    onTestFinished(fake.stop);
    const { body } = await createS3Client(fake.options).getObject({ bucket: 'b', key: 'k' });
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    body.once('close', resolve).destroy();
    await closed;
    // An error event without a listener would have terminated the process by now.
    expect(body.destroyed).toBe(true);
  });
});

describe('a signal', () => {
  it('ends a call before it is sent', async () => {
    let requests = 0;
    const options = await serve(() => {
      requests += 1;
    });
    const reason = new Error('changed my mind');
    const call = createS3Client(options).listBuckets({ signal: AbortSignal.abort(reason) });
    expect(await failure(call)).toBe(reason);
    expect(requests).toBe(0);
  });

  it('ends a call that waits for its answer', async () => {
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const options = await serve(() => controller.abort(reason));
    const call = createS3Client(options).listBuckets({ signal: controller.signal });
    expect(await failure(call)).toBe(reason);
  });

  it('ends a call that reads its answer', async () => {
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const options = await serve((_, response) => {
      response.writeHead(200);
      response.write('<List', () => controller.abort(reason));
    });
    const call = createS3Client(options).listBuckets({ signal: controller.signal });
    expect(await failure(call)).toBe(reason);
  });
});

describe('an upload', () => {
  const object = { bucket: 'b', key: 'k' };

  it('is read no faster than the server takes it', async () => {
    const total = 64 << 20;
    const piece = Buffer.alloc(256 << 10);
    let produced = 0;
    let received = 0;
    let ahead = 0;
    const options = await serve((request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
        ahead = Math.max(ahead, produced - received);
      });
      request.on('end', () => response.writeHead(200, { etag: '"e"' }).end());
    });
    const body = Readable.from(
      (function* () {
        for (; produced < total; produced += piece.length) {
          yield piece;
        }
      })(),
    );
    const written = await createS3Client(options).putObject({ ...object, body, size: total });
    expect(written.etag).toBe('e');
    expect(received).toBe(total);
    expect(ahead).toBeLessThan(24 << 20);
  });

  it('gets the refusal that comes before its end', async () => {
    const options = await serve((_, response) => {
      response
        .writeHead(403, { connection: 'close' })
        .end('<Error><Code>AccessDenied</Code><Message>no</Message></Error>');
    });
    const body = Readable.from(
      (function* () {
        for (let count = 0; count < 1000; count++) {
          yield Buffer.alloc(64 << 10);
        }
      })(),
    );
    const put = createS3Client(options).putObject({ ...object, body, size: 1000 * (64 << 10) });
    expect(await failure(put)).toMatchObject({ code: 'AccessDenied', status: 403 });
    expect(body.destroyed).toBe(true);
  });

  it('fails as unreachable when the connection breaks under it', async () => {
    const options = await serve((request) => {
      request.once('data', () => request.socket.destroy());
    });
    const body = Readable.from(
      (function* () {
        for (let count = 0; count < 1000; count++) {
          yield Buffer.alloc(64 << 10);
        }
      })(),
    );
    const put = createS3Client(options).putObject({ ...object, body, size: 1000 * (64 << 10) });
    expect(await failure(put)).toBeInstanceOf(StorageUnreachableError);
  });

  it.each([
    ['nobody listens', 'http://127.0.0.1:1', undefined],
    ['no name is found', 'http://storage.invalid', 'ENOTFOUND'],
    ['a certificate is refused', 'https://127.0.0.1:1', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['all addresses of a name fail', 'http://127.0.0.1:1', 'several'],
  ])('cannot be sent where %s', async (_, endpoint, code) => {
    const lookup = code === 'ENOTFOUND' && { syscall: 'getaddrinfo' };
    const cause =
      code === 'several'
        ? new AggregateError([])
        : Object.assign(new Error('none'), { code, ...lookup });
    // As in undici: the body fails with the connection's error.
    const dispatcher = {
      async request({ body }: { body?: unknown }): Promise<never> {
        (body as Readable).on('error', () => undefined).destroy(cause);
        throw cause;
      },
    };
    const credentials = { accessKey: 'a', secretKey: 'b' };
    const client = createS3Client({
      ...{ endpoint, region: 'us-east-1', credentials },
      ...(code !== undefined && { dispatcher }),
    });
    const body = Readable.from([Buffer.from('abc')]);
    const put = client.putObject({ bucket: 'b', key: 'k', body, size: 3 });
    expect(await failure(put)).toBeInstanceOf(StorageUnreachableError);
  });

  it('fails with the error of its source', async () => {
    const options = await serve((request) => request.resume());
    const gone = new Error('the browser is gone');
    const body = new Readable({ read: () => undefined });
    body.push('some bytes');
    const put = createS3Client(options).putObject({ ...object, body, size: 1000 });
    body.destroy(gone);
    expect(await failure(put)).toBe(gone);
  });

  it.each([5, 15])('of %i bytes that was announced with 10 is IncompleteBody', async (size) => {
    const options = await serve((request) => request.resume());
    const body = Readable.from([Buffer.alloc(size)]);
    const put = createS3Client(options).putObject({ ...object, body, size: 10 });
    expect(await failure(put)).toMatchObject({ code: 'IncompleteBody', status: 400 });
  });

  it('with metadata that HTTP cannot carry is the caller’s mistake', async () => {
    const options = await serve(answering(200, ''));
    const put = { ...object, body: Buffer.from('x'), size: 1, metadata: { a: 'line\nline' } };
    expect(await failure(createS3Client(options).putObject(put))).not.toBeInstanceOf(
      StorageUnreachableError,
    );
  });
});

describe('the endpoint', () => {
  it.each(['storage:9000', 'ftp://storage', 'http://storage/path', 'http://storage/?x=1'])(
    'cannot be %s',
    (endpoint) => {
      const credentials = { accessKey: 'a', secretKey: 'b' };
      expect(() => createS3Client({ endpoint, region: 'r', credentials })).toThrow(TypeError);
    },
  );
});
