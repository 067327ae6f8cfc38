import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenAnswers } from '../testing/open-answers.ts';
import {
  addPolicy,
  addUser,
  errorOf,
  ROOT,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';
import { ConsoleLog } from './console-log.ts';
import type { LogEntry } from './log-entry.ts';
import { TRACE, type TraceInfo } from './trace-types.ts';
import { Tracer } from './tracer.ts';

const TRACE_PATH = '/minio/admin/v3/trace';
const LOG_PATH = '/minio/admin/v3/log';
const ALICE: Credentials = { accessKey: 'alice', secretKey: 'alice-secret' };

let storage: TestStorage;
const answers = new OpenAnswers();
beforeEach(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
});
afterEach(async () => {
  answers.end();
  await storage.close();
});

/** Reads a streaming response; returns the documents received. */
async function follow<T>(path: string, as = ROOT) {
  const documents: T[] = [];
  const { answer } = await answers.read(storage, { path, as }, (line) => {
    if (line.trim() !== '') {
      documents.push(JSON.parse(line));
    }
  });
  const ended = new Promise((resolve) => answer.once('close', resolve));
  return { answer, documents, ended };
}

const names = (records: readonly TraceInfo[]) => records.map(({ funcname }) => funcname);

describe('the trace', () => {
  it('tells of a whole S3 call in the form of MinIO, without its secrets', async () => {
    const { answer, documents } = await follow<TraceInfo>(`${TRACE_PATH}?s3=true`);
    expect(answer.headers['content-type']).toBe('text/event-stream');
    const key = Buffer.alloc(32, 7);
    await storage.call({
      method: 'PUT',
      path: '/bucket/a%20b.txt?x-id=PutObject',
      body: 'hello',
      headers: {
        'x-amz-server-side-encryption-customer-algorithm': 'AES256',
        'x-amz-server-side-encryption-customer-key': key.toString('base64'),
      },
    });
    await vi.waitFor(() => expect(documents).toHaveLength(1), 30_000);
    const [record] = documents;
    expect(record).toMatchObject({
      type: 4,
      nodename: new URL(storage.url).host,
      funcname: 's3.PutObject',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      path: '/bucket/a%20b.txt',
      dur: expect.any(Number),
      http: {
        request: {
          proto: 'HTTP/1.1',
          method: 'PUT',
          rawquery: 'x-id=PutObject',
          client: '127.0.0.1',
          headers: { Host: [new URL(storage.url).host], 'Content-Length': ['5'] },
        },
        response: { headers: { Server: ['Stowage'] } },
      },
    });
    const { dur = 0, http } = record ?? {};
    expect(dur).toBeGreaterThan(http?.stats.timetofirstbyte ?? 0);
    expect(http?.stats.inputbytes).toBeGreaterThan(100);
    expect(http?.stats.outputbytes).toBeGreaterThan(100);
    const text = JSON.stringify(record);
    expect(text).not.toContain(key.toString('base64'));
    expect(http?.request.headers.Authorization?.[0]).toMatch(
      /Credential=.*Signature=\*REDACTED\*$/,
    );
  });

  it('tells of refusals with what was answered, and of these alone where only errors are asked for', async () => {
    const all = await follow<TraceInfo>(
      `${TRACE_PATH}?s3=true&internal=true&err=true&threshold=0s`,
    );
    await storage.call({ path: '/bucket' });
    await storage.call({ path: '/bucket/none' });
    await storage.call({ path: '/minio/health/live' });
    await vi.waitFor(() => expect(names(all.documents)).toEqual(['s3.GetObject']), 30_000);
    const { response } = all.documents[0]?.http ?? {};
    expect(response?.statuscode).toBe(404);
    expect(Buffer.from(response?.body ?? '', 'base64').toString()).toContain(
      '<Code>NoSuchKey</Code>',
    );
  });

  it('keeps kinds apart, and takes the older parameter for all of them', async () => {
    const s3 = await follow<TraceInfo>(`${TRACE_PATH}?s3=true`);
    const internal = await follow<TraceInfo>(`${TRACE_PATH}?internal=true`);
    const all = await follow<TraceInfo>(`${TRACE_PATH}?all=true`);
    const slow = await follow<TraceInfo>(`${TRACE_PATH}?s3=true&threshold=1h`);
    await storage.call({ path: '/minio/admin/v3/info' });
    await storage.call({ path: '/bucket' });
    await vi.waitFor(() => {
      expect(names(s3.documents)).toEqual(['s3.ListObjects']);
      expect(names(internal.documents)).toEqual(['admin.ServerInfo']);
      expect(names(all.documents)).toContain('s3.ListObjects');
      expect(names(all.documents)).toContain('admin.ServerInfo');
    }, 30_000);
    expect(slow.documents).toEqual([]);
  });

  it('is for those who may, and wants a threshold that is one', async () => {
    await addUser(storage, ALICE, '');
    for (const path of [`${TRACE_PATH}?s3=true`, LOG_PATH]) {
      expect(errorOf(await storage.call({ path, as: ALICE }))).toContain('AccessDenied');
    }
    const bad = `${TRACE_PATH}?s3=true&threshold=fast`;
    expect(errorOf(await storage.call({ path: bad }))).toContain('InvalidRequest');

    const allow = { Effect: 'Allow', Action: ['admin:ServerTrace', 'admin:ConsoleLog'] };
    await addPolicy(storage, 'tools', [{ ...allow, Resource: ['arn:aws:s3:::*'] }]);
    await addUser(storage, ALICE, 'tools');
    for (const path of [`${TRACE_PATH}?s3=true`, LOG_PATH]) {
      expect((await follow(path, ALICE)).answer.statusCode).toBe(200);
    }
  });

  it('ends with the store', async () => {
    const { ended } = await follow<TraceInfo>(`${TRACE_PATH}?s3=true`);
    await storage.close();
    await ended;
  });

  it('makes nothing while nobody watches, and leaves out what a slow reader has no room for', () => {
    const tracer = new Tracer({ node: 'here' });
    let made = 0;
    const work = () => {
      made++;
      return { name: 'os.Read', path: 'x'.repeat(1000), begun: performance.now() };
    };
    tracer.tell(TRACE.os, work);
    expect([tracer.wants(TRACE.os), made]).toEqual([false, 0]);

    const wish = { types: TRACE.os, onlyErrors: false, threshold: 0, firstByte: 0 };
    const stream = tracer.watch(wish);
    for (let i = 0; i < 10_000; i++) {
      tracer.tell(TRACE.os, work);
    }
    tracer.close();
    const texts: string[] = [];
    for (let text = stream.read(); text !== null; text = stream.read()) {
      texts.push(text);
    }
    const kept = texts
      .join('')
      .split('\n')
      .filter((line) => line.trim() !== '');
    expect(kept.length).toBeLessThan(6000);
    expect(tracer.wants(TRACE.os)).toBe(false);
  });

  it('makes the records of calls together, for those who watched when they ended', () => {
    const tracer = new Tracer({ node: 'here' });
    const wish = { types: TRACE.s3, onlyErrors: false, threshold: 0, firstByte: 0 };
    let made = 0;
    const end = (funcname: string) =>
      tracer.collect(TRACE.s3, () => {
        made++;
        return { type: TRACE.s3, nodename: 'here', funcname, time: '', path: '', dur: 1 };
      });
    end('s3.Unseen');
    const first = tracer.watch(wish);
    end('s3.PutObject');
    expect(made).toBe(0);
    const second = tracer.watch(wish);
    for (let count = 0; count < 600; count++) {
      end('s3.GetObject');
    }
    expect(made).toBeGreaterThan(500);
    tracer.close();
    end('s3.Late');
    const heard = [first, second].map((stream) => {
      const texts: string[] = [];
      for (let text = stream.read(); text !== null; text = stream.read()) {
        texts.push(text);
      }
      const lines = texts.join('').split('\n');
      return lines.flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line).funcname]));
    });
    const reads = Array.from({ length: 600 }, () => 's3.GetObject');
    expect(heard).toEqual([['s3.PutObject', ...reads], reads]);
  });

  it('says how many were left out, in a form that clients print', async () => {
    vi.useFakeTimers();
    const tracer = new Tracer({ node: 'here' });
    const stream = tracer.watch({ types: TRACE.os, onlyErrors: false, threshold: 0, firstByte: 0 });
    const tell = (count: number) => {
      for (let i = 0; i < count; i++) {
        tracer.tell(TRACE.os, () => ({ name: 'os.Read', path: 'x'.repeat(1000), begun: 0 }));
      }
      vi.advanceTimersByTime(100);
    };
    const read = (): TraceInfo[] =>
      String(stream.read() ?? '')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line));
    tell(10_000);
    const before = read().length;
    tell(1);
    const after = read();
    vi.useRealTimers();
    expect(after.map(({ funcname }) => funcname)).toEqual(['trace.Dropped', 'os.Read']);
    expect(after[0]?.custom).toEqual({ dropped: String(10_000 - before) });
    stream.destroy();
  });
});

describe('the console log', () => {
  it('gives the last entries first, then what is written: of errors the request, the message and the source lines', async () => {
    vi.useFakeTimers();
    const log = new ConsoleLog(() => undefined, { deploymentId: 'dep-1', node: 'here:9000' });
    log.log('info', 'First.');
    log.log('info', 'A drive is back.', { drive: '/d1' });
    const stream = log.read({ last: 1, matches: () => true });
    log.log('error', 'A request failed unexpectedly.', {
      ...{ requestId: 'R1', api: 's3.GetObject', remoteHost: '192.0.2.7', host: 'h' },
      ...{ userAgent: 'aws-cli', error: new TypeError('broken'), drive: '/d1' },
    });
    vi.advanceTimersByTime(100);
    vi.useRealTimers();
    const entries: (LogEntry & { node: string; deploymentid: string })[] = String(stream.read())
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line));
    expect(entries).toMatchObject([
      {
        ...{ deploymentid: 'dep-1', node: 'here:9000', level: 'INFO' },
        ConsoleMsg: 'INFO: A drive is back. drive=/d1',
      },
      {
        ...{ level: 'ERROR', requestID: 'R1', remotehost: '192.0.2.7', host: 'h' },
        ...{ userAgent: 'aws-cli', api: { name: 's3.GetObject' } },
        error: {
          message: 'A request failed unexpectedly. TypeError: broken',
          variables: { drive: '/d1' },
        },
      },
    ]);
    expect(entries[1]?.error?.source[0]).toContain('tracing.test.ts');
    stream.destroy();
  });

  it('is read over the Admin API', async () => {
    const { answer } = await follow<LogEntry>(`${LOG_PATH}?limit=5&logType=all&node=`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/event-stream');
  });
});

describe('the trace of drives', () => {
  it('tells what the system and the drives did for a write and a read, of this store alone', async () => {
    const other = await startTestStorage();
    await other.call({ method: 'PUT', path: '/other' });
    const { documents } = await follow<TraceInfo>(`${TRACE_PATH}?os=true&storage=true`);
    const body = 'x'.repeat(300_000);
    await other.call({ method: 'PUT', path: '/other/large', body });
    await storage.call({ method: 'PUT', path: '/bucket/large', body });
    await storage.call({ path: '/bucket/large' });
    await vi.waitFor(() => {
      for (const name of ['os.OpenFileW', 'os.Write', 'os.Fdatasync', 'storage.AppendFile']) {
        expect(names(documents)).toContain(name);
      }
      for (const name of ['storage.CreateFile', 'storage.RenameFile', 'storage.ReadFileStream']) {
        expect(names(documents)).toContain(name);
      }
    }, 30_000);
    const first = documents.find(({ funcname }) => funcname === 'storage.CreateFile');
    expect(first).toMatchObject({ type: 2, bytes: expect.any(Number), dur: expect.any(Number) });
    expect(documents.filter(({ path }) => !path.startsWith(storage.folder))).toEqual([]);
    await other.close();
  });

  it('tells of the scanner', async () => {
    const { documents } = await follow<TraceInfo>(`${TRACE_PATH}?scanner=true`);
    await storage.scan();
    await vi.waitFor(() => expect(names(documents)).toContain('scanner.ScanCycle'), 30_000);
  });
});
