import type { AdminTransport } from './admin-transport.ts';
import type { JsonObject } from './json.ts';
import { readTrace } from './trace-record.ts';
import { type LiveOperations, type LogRecord, TRACE_KINDS } from './types-live.ts';

export function liveOperations(transport: AdminTransport): LiveOperations {
  return {
    async trace({ kinds, threshold = 0, onlyErrors = false, signal }) {
      const wanted = TRACE_KINDS.map((kind) => [kind, String(kinds.includes(kind))]);
      const query = {
        err: String(onlyErrors),
        threshold: `${threshold}ms`,
        ...Object.fromEntries(wanted),
      };
      return mapped(
        await transport.readLines({ method: 'GET', path: 'trace', query, signal }),
        readTrace,
      );
    },

    async consoleLog({ last, signal }) {
      const query = { node: '', limit: String(last), logType: 'all' };
      return mapped(
        await transport.readLines({ method: 'GET', path: 'log', query, signal }),
        readLog,
      );
    },
  };
}

async function* mapped<T>(
  documents: AsyncIterable<JsonObject>,
  read: (json: JsonObject) => T,
): AsyncGenerator<T> {
  for await (const document of documents) {
    yield read(document);
  }
}

/** Reads MinIO's log entry; entries other than errors may be a single text. */
function readLog(json: JsonObject): LogRecord {
  const api = json.object('api');
  const args = api.object('args');
  const trace = json.object('error');
  return {
    node: json.text('node'),
    deploymentId: json.text('deploymentid'),
    level: json.text('level') || json.text('errKind'),
    time: json.time('time'),
    api: api.text('name'),
    bucket: args.text('bucket'),
    object: args.text('object'),
    requestId: json.text('requestID'),
    remoteHost: json.text('remotehost'),
    host: json.text('host') || json.text('requestHost'),
    userAgent: json.text('userAgent'),
    message: trace.text('message') || json.text('message') || json.text('ConsoleMsg'),
    source: trace.texts('source'),
    variables: trace.textRecord('variables'),
  };
}
