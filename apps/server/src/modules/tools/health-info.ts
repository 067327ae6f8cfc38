import { type HealthMessage, healthInfo } from '@stowage/contract/tools/diagnostics';
import { parseGoDuration } from '@stowage/domain/go-duration';
import { HEALTH_PARTS, type HealthReport } from '@stowage/storage-client/admin';
import { ConsoleError } from '../../console-error.ts';
import type { StreamModule } from '../../plugins/contract-streams.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { redact } from './redact.ts';

const LONGEST_MS = 24 * 3_600_000;

/** Streams the storage server's health report while it is gathered. */
export function healthStreams(storage: StorageAccess): StreamModule {
  return ({ stream }) => {
    stream(healthInfo, async ({ session, query, signal }) => {
      const deadline = query.deadline ?? '1h';
      const time = parseGoDuration(deadline) ?? 0;
      if (time <= 0 || time > LONGEST_MS)
        throw new ConsoleError('InvalidInput', { field: 'deadline' });
      const { admin } = storage.clientsOf(session);
      const reports = await admin.healthReport({ parts: HEALTH_PARTS, deadline, signal });
      return present(reports);
    });
  };
}

/** Names of the sections in a report so far, such as 'sys.cpus'. */
function partsOf(report: HealthReport): string[] {
  return ['sys', 'minio'].flatMap((place) => {
    const part = report[place];
    const names = typeof part === 'object' && part !== null ? Object.entries(part) : [];
    return names.filter(([, value]) => hasContent(value)).map(([name]) => `${place}.${name}`);
  });
}

/** Go encodes fields that are not yet set as empty objects. */
function hasContent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

const timeOf = ({ timestamp }: HealthReport): string =>
  typeof timestamp === 'string' ? timestamp : '';

async function* present(reports: AsyncIterable<HealthReport>): AsyncGenerator<HealthMessage> {
  let last: HealthReport | undefined;
  let receivedAt = '';
  for await (const report of reports) {
    // The timestamp is that of the beginning.
    receivedAt ||= new Date().toISOString();
    last = report;
    yield { timestamp: timeOf(report), progress: partsOf(report) };
  }
  if (!last) throw new ConsoleError('StorageFailed', { detail: 'The report is empty.' });
  yield { ...(redact(last) as HealthReport), timestamp: timeOf(last), receivedAt };
}
