import type { JsonObject } from './json.ts';
import type { TracedHeaders, TracedHttp, TraceRecord } from './types-live.ts';

/** MinIO's kinds in bit order. */
const KIND_BITS = [
  ...['os', 'storage', 's3', 'internal', 'scanner', 'decommission', 'healing'],
  ...['batch-replication', 'batch-keyrotation', 'batch-expire', 'rebalance'],
  ...['replication-resync', 'bootstrap', 'ftp', 'ilm', 'kms', 'formatting'],
  ...['admin', 'object', 'replication', 'iam', 'tables', 'purgeondelete'],
  ...['tables-scan', 'systeminventory', 'tables-compaction'],
];
const NANO = 1e6;
/** The embedded store's record of dropped records. */
const DROPPED = 'trace.Dropped';

/** Reads MinIO's TraceInfo, in the form of servers since July 2022 or of older ones. */
export function readTrace(json: JsonObject): TraceRecord {
  const isOld =
    !json.has('http') && ['request', 'storageStats', 'osStats'].some((name) => json.has(name));
  const name = json.text('funcname');
  const custom = json.textRecord('custom');
  const http = json.has('http') ? json.object('http') : json.has('request') ? json : undefined;
  const work = json.has('storageStats') ? json.object('storageStats') : json.object('osStats');
  const stats = http?.object('stats');
  return {
    node: json.text('nodename'),
    kind: isOld ? oldKind(json, name) : kindOf(json.number('type')),
    name,
    time: json.time('time') ?? '',
    path: json.text('path') || http?.object('request').text('path') || work.text('path'),
    duration:
      (json.number('dur') || stats?.number('latency') || work.number('duration') || 0) / NANO,
    bytes: json.number('bytes'),
    message: json.text('msg'),
    error: json.text('error'),
    custom,
    ...(http && { http: readHttp(http) }),
    ...(name === DROPPED && { dropped: Number(custom.dropped) || 0 }),
  };
}

function kindOf(type: number): string {
  return KIND_BITS[Math.log2(type)] ?? '';
}

function oldKind(json: JsonObject, name: string): string {
  if (json.has('osStats')) {
    return 'os';
  }
  if (json.has('storageStats')) {
    return 'storage';
  }
  return name.startsWith('s3.') ? 's3' : 'internal';
}

function readHttp(json: JsonObject): TracedHttp {
  const request = json.object('request');
  const response = json.object('response');
  const stats = json.object('stats');
  const status = response.number('statuscode');
  return {
    proto: request.text('proto'),
    method: request.text('method'),
    rawQuery: request.text('rawquery'),
    requestHeaders: readHeaders(request.object('headers')),
    client: request.text('client'),
    status,
    responseHeaders: readHeaders(response.object('headers')),
    responseBody:
      status >= 400 ? Buffer.from(response.text('body'), 'base64').toString('utf8') : '',
    received: stats.number('inputbytes'),
    sent: stats.number('outputbytes'),
    firstByte: stats.number('timetofirstbyte') / NANO,
  };
}

function readHeaders(json: JsonObject): TracedHeaders {
  return Object.fromEntries(Object.keys(json.all()).map((name) => [name, json.texts(name)]));
}
