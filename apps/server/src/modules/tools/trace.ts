import type { Gap } from '@stowage/contract/stream';
import { type TraceMessage, traceCalls } from '@stowage/contract/tools/trace';
import type { TraceRecord } from '@stowage/storage-client/admin';
import type { StreamModule } from '../../plugins/contract-streams.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { traceFilter, traceKinds } from './trace-filter.ts';
import { traceMessage } from './trace-message.ts';

/** Streams what the storage server does. */
export function traceStreams(storage: StorageAccess): StreamModule {
  return ({ stream }) => {
    stream(traceCalls, async ({ session, query, signal }) => {
      const { admin } = storage.clientsOf(session);
      const records = await admin.trace({
        kinds: traceKinds(query.calls),
        threshold: Number(query.threshold ?? 0),
        onlyErrors: query.onlyErrors === 'yes',
        signal,
      });
      return present(records, traceFilter(query));
    });
  };
}

async function* present(
  records: AsyncIterable<TraceRecord>,
  matches: (record: TraceRecord) => boolean,
): AsyncGenerator<TraceMessage | Gap> {
  for await (const record of records) {
    if (record.dropped !== undefined) yield { missed: record.dropped };
    else if (matches(record)) yield traceMessage(record);
  }
}
