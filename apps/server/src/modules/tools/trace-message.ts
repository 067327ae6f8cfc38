import { STATUS_CODES } from 'node:http';
import type { TraceMessage } from '@stowage/contract/tools/trace';
import { isSecretHeader, queryWithoutSecrets, signingKey } from '@stowage/domain/call-secrets';
import type { TracedHeaders, TracedHttp, TraceRecord } from '@stowage/storage-client/admin';
import { hasFailed } from './trace-filter.ts';

/** Limits on client-supplied content of a call. */
const MAX_TEXT = 2048;
const MAX_HEADERS = 64;

/** A record of the storage server for the browser, without any credentials of the caller. */
export function traceMessage(record: TraceRecord): TraceMessage {
  const { http, node, message, error, custom } = record;
  const more = Object.entries(custom).map(([name, value]) => `${name}=${value}`);
  return {
    time: record.time,
    api: record.name,
    kind: record.kind,
    statusCode: http?.status ?? 0,
    statusMsg: (http ? STATUS_CODES[http.status] : error.slice(0, MAX_TEXT)) ?? '',
    failed: hasFailed(record),
    host: (http && firstOf(http.requestHeaders, 'Host')) || node,
    client: http?.client ?? '',
    configuration_id: node,
    callStats: {
      duration: record.duration,
      timeToFirstByte: http?.firstByte ?? 0,
      rx: http?.received ?? 0,
      tx: http?.sent ?? record.bytes,
    },
    method: http?.method ?? '',
    path: record.path.slice(0, MAX_TEXT),
    query: http ? queryWithoutSecrets(http.rawQuery).slice(0, MAX_TEXT) : '',
    accessKey: http ? signingKey(firstOf(http.requestHeaders, 'Authorization'), http.rawQuery) : '',
    note: [message, ...more].filter(Boolean).join(', ').slice(0, MAX_TEXT),
    ...(http && {
      requestHeaders: openHeaders(http.requestHeaders),
      responseHeaders: openHeaders(http.responseHeaders),
      ...refusalOf(http),
    }),
  };
}

function firstOf(headers: TracedHeaders, name: string): string {
  return headers[name]?.[0] ?? '';
}

/** Headers by name, without those that contain secrets. */
function openHeaders(headers: TracedHeaders): Record<string, string> {
  const open: Record<string, string> = {};
  for (const [name, values] of Object.entries(headers).slice(0, MAX_HEADERS)) {
    if (!isSecretHeader(name)) open[name] = values.join(', ').slice(0, MAX_TEXT);
  }
  return open;
}

/**
 * The code and message from S3's XML or the Admin API's JSON; nothing else of a body is passed on.
 */
function refusalOf({ responseBody: body }: TracedHttp): Pick<TraceMessage, 'refusal'> {
  const part = (name: string) =>
    new RegExp(`<${name}>([^<]{0,${MAX_TEXT}})<|"${name}": ?"((?:[^"\\\\]|\\\\.){0,${MAX_TEXT}})"`)
      .exec(body)
      ?.slice(1)
      .find((text) => text !== undefined);
  const code = body === '' ? undefined : part('Code');
  return code === undefined ? {} : { refusal: { code, message: part('Message') ?? '' } };
}
