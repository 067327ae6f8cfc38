import type { LogMessage } from '@stowage/contract/tools/logs';
import type { TraceMessage } from '@stowage/contract/tools/trace';

/** A call as reported by a trace. */
export function aCall(parts: Partial<TraceMessage> = {}): TraceMessage {
  return {
    ...{ time: '2026-11-22T09:41:07.250Z', api: 's3.PutObject', kind: 's3' },
    ...{ statusCode: 200, statusMsg: 'OK', failed: false },
    ...{ host: 'storage:9000', client: '192.0.2.7', configuration_id: 'storage:9000' },
    callStats: { duration: 12.5, timeToFirstByte: 11, rx: 2048, tx: 300 },
    ...{ method: 'PUT', path: '/photos/a.jpg', query: 'x-id=PutObject', accessKey: 'alice' },
    note: '',
    requestHeaders: { 'User-Agent': 'aws-cli/2' },
    responseHeaders: { Server: 'MinIO' },
    ...parts,
  };
}

/** A plain line of the storage server's log. */
export function aLogLine(parts: Partial<LogMessage> = {}): LogMessage {
  const at = '2026-11-22T09:41:07.000Z';
  const time = '09:41:7 UTC 11/22/2026';
  const message = 'A drive is back.';
  const line = { time, at, key: 'k1', level: 'INFO', node: 'n1', message, ConsoleMsg: message };
  return { ...line, ...parts };
}

/** An error of the storage server's log. */
export function aLogError(parts: Partial<LogMessage> = {}): LogMessage {
  return aLogLine({
    ...{ key: 'e1', level: 'ERROR', message: 'drive not found' },
    error: {
      ...{ api: 'PutObject', bucket: 'photos', object: 'a.jpg', deploymentId: 'dep-1' },
      ...{ requestId: 'R1', remoteHost: '192.0.2.7', host: 'storage:9000' },
      ...{ userAgent: 'aws-cli/2', source: ['cmd/a.go:1:x()', 'cmd/b.go:2:y()'] },
      variables: { drive: '/d1' },
      message: 'drive not found',
    },
    ...parts,
  });
}
