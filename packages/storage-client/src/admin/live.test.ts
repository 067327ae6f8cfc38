import { describe, expect, it } from 'vitest';
import { JsonObject } from './json.ts';
import { readTrace } from './trace-record.ts';

const read = (value: object) => readTrace(JsonObject.parseLine(JSON.stringify(value)));
const HTTP = {
  request: {
    ...{ method: 'GET', path: '/b/k', rawquery: 'a=1', proto: 'HTTP/1.1', client: '192.0.2.7' },
    headers: { Host: ['s:9000'], 'X-A': ['1', '2'] },
  },
  response: {
    ...{ statuscode: 404, headers: { Server: ['MinIO'] } },
    body: Buffer.from('<Error/>').toString('base64'),
  },
  stats: { inputbytes: 10, outputbytes: 20, latency: 3_000_000, timetofirstbyte: 1_500_000 },
};
const TRACED = {
  ...{ proto: 'HTTP/1.1', method: 'GET', rawQuery: 'a=1', client: '192.0.2.7', status: 404 },
  ...{ requestHeaders: { Host: ['s:9000'], 'X-A': ['1', '2'] } },
  ...{ responseHeaders: { Server: ['MinIO'] }, responseBody: '<Error/>' },
  ...{ received: 10, sent: 20, firstByte: 1.5 },
};

describe('records of a trace', () => {
  it('are read as servers from July 2022 on write them', () => {
    const common = { nodename: 's:9000', funcname: 's3.GetObject', time: '2026-11-22T10:00:00.5Z' };
    expect(read({ type: 4, ...common, path: '/b/k', dur: 2_000_000, http: HTTP })).toEqual({
      ...{ node: 's:9000', kind: 's3', name: 's3.GetObject', time: '2026-11-22T10:00:00.500Z' },
      ...{ path: '/b/k', duration: 2, bytes: 0, message: '', error: '', custom: {} },
      http: TRACED,
    });
  });

  it('are read as older servers write them', () => {
    const http = { type: 2, funcname: 's3.GetObject', ...HTTP };
    expect(read(http)).toMatchObject({ kind: 's3', path: '/b/k', duration: 3, http: TRACED });
    expect(read({ type: 2, funcname: 'internal.X', ...HTTP })).toMatchObject({ kind: 'internal' });
    const work = { path: '/d1/x', duration: 4_000_000 };
    expect(read({ type: 1, funcname: 'os.Open', osStats: work })).toMatchObject({
      ...{ kind: 'os', path: '/d1/x', duration: 4 },
    });
    expect(read({ type: 1, funcname: 'storage.X', storageStats: work })).toMatchObject({
      ...{ kind: 'storage', path: '/d1/x', duration: 4 },
    });
  });

  it.each([
    [1, 'os'],
    [2, 'storage'],
    [8, 'internal'],
    [16, 'scanner'],
    [64, 'healing'],
    [2048, 'replication-resync'],
    [2 ** 25, 'tables-compaction'],
    [2 ** 40, ''],
    [0, ''],
  ])('of type %i are of the kind "%s"', (type, kind) => {
    expect(read({ type, funcname: 'x', error: 'bad', bytes: 7 })).toMatchObject({
      ...{ kind, error: 'bad', bytes: 7 },
    });
  });

  it('say how many the embedded store has left out', () => {
    const record = { type: 1, funcname: 'trace.Dropped', custom: { dropped: '12' } };
    expect(read(record).dropped).toBe(12);
    expect(read({ type: 1, funcname: 'os.Read' }).dropped).toBeUndefined();
  });
});
