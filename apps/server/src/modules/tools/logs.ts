import { hash } from 'node:crypto';
import { consoleLog, type LogMessage } from '@stowage/contract/tools/logs';
import type { LogRecord } from '@stowage/storage-client/admin';
import type { StreamModule } from '../../plugins/contract-streams.ts';
import type { StorageAccess } from '../../upstream/storage.ts';

/** Earlier entries sent first, so that a briefly interrupted connection misses none. */
const LAST = 100;
const MAX_TEXT = 8192;

/** Streams the storage server's log. */
export function logStreams(storage: StorageAccess): StreamModule {
  return ({ stream }) => {
    stream(consoleLog, async ({ session, signal }) => {
      const { admin } = storage.clientsOf(session);
      return present(await admin.consoleLog({ last: LAST, signal }));
    });
  };
}

async function* present(records: AsyncIterable<LogRecord>): AsyncGenerator<LogMessage> {
  let last = '';
  let repeated = 0;
  for await (const record of records) {
    const key = hash('sha256', JSON.stringify(record), 'hex').slice(0, 24);
    repeated = key === last ? repeated + 1 : 0;
    last = key;
    yield logMessage(record, `${key}-${repeated}`);
  }
}

function logMessage(record: LogRecord, key: string): LogMessage {
  const { time: at, level, node, source, api } = record;
  const message = record.message.slice(0, MAX_TEXT);
  const isPlain = api === '' && source.length === 0;
  return {
    ...{ time: at === undefined ? '' : logTime(at), key, level, node },
    ...(at !== undefined && { at }),
    message,
    ...(isPlain ? { ConsoleMsg: message } : { ConsoleMsg: '', ...requestOf(record, message) }),
  };
}

/** An entry's request details under the contract's names and under those of MinIO's console. */
function requestOf(record: LogRecord, message: string): Partial<LogMessage> {
  const { api, bucket, object, deploymentId, requestId, remoteHost, host, userAgent } = record;
  return {
    error: {
      ...{ api, bucket, object, deploymentId, requestId, remoteHost, host, userAgent, message },
      ...{ source: [...record.source], variables: { ...record.variables } },
    },
    api: { name: api, args: { bucket, object } },
    ...{
      deploymentid: deploymentId,
      requestID: requestId,
      remotehost: remoteHost,
      host,
      userAgent,
    },
  };
}

/** HH:mm:s UTC MM/DD/YYYY. */
function logTime(iso: string): string {
  const time = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${time.getUTCSeconds()}`;
  const day = [two(time.getUTCMonth() + 1), two(time.getUTCDate()), time.getUTCFullYear()];
  return `${clock} UTC ${day.join('/')}`;
}
