import { STATUS_CODES } from 'node:http';
import { SECRET_MARK } from '@stowage/domain/call-secrets';
import type { Exchange } from '../http/exchange.ts';
import type { GoHeaders, TraceInfo } from '../tracing/trace-types.ts';

/** The contents of a record besides the call's trace. */
export interface AuditedCall {
  readonly exchange: Exchange;
  readonly info: TraceInfo;
  readonly deploymentId: string;
}

/** As in MinIO, excludes metrics and health checks, which would bury the rest. */
export function isAudited({ otherCall }: Exchange): boolean {
  return otherCall !== 'metrics' && !otherCall.startsWith('health.');
}

/**
 * Returns the record of a call in the form of MinIO's audit webhook (madmin-go,
 * logger/audit.Entry).
 */
export function auditEntry({ exchange, info, deploymentId }: AuditedCall): string {
  const { message, body, requestId, operation, otherCall, facts } = exchange;
  const { request, response, stats } = info.http ?? {};
  const status = response?.statuscode ?? 0;
  const headers = single(request?.headers);
  return JSON.stringify({
    version: '1',
    deploymentid: deploymentId,
    time: info.time,
    event: '',
    trigger: 'incoming',
    api: {
      name: otherCall === '' ? operation : otherCall.slice(otherCall.indexOf('.') + 1),
      bucket: otherCall === '' ? facts.bucket : undefined,
      object: otherCall === '' && facts.key !== '' ? facts.key : undefined,
      objects: facts.objects,
      status: STATUS_CODES[status] ?? '',
      statusCode: status,
      rx: body.received,
      tx: stats?.outputbytes ?? 0,
      timeToFirstByte: `${stats?.timetofirstbyte ?? 0}ns`,
      timeToFirstByteInNS: String(stats?.timetofirstbyte ?? 0),
      timeToResponse: `${info.dur}ns`,
      timeToResponseInNS: String(info.dur),
    },
    remotehost: request?.client,
    requestID: requestId,
    userAgent: message.headers['user-agent'],
    requestPath: request?.path,
    requestHost: message.headers.host,
    requestQuery: Object.fromEntries(new URLSearchParams(request?.rawquery)),
    requestHeader: { ...headers, ...(headers.Authorization && { Authorization: SECRET_MARK }) },
    responseHeader: single(response?.headers),
    accessKey: facts.accessKey,
    parentUser: facts.parentUser,
  });
}

function single(headers: GoHeaders = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [name, values.join(', ')]),
  );
}
