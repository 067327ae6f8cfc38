import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import type {
  Appended,
  AuditHoldings,
  AuditLog,
  AuditPage,
  AuditSummary,
  Retention,
} from '../audit-log.ts';
import { callableThread } from './thread-calls.ts';

/**
 * Opens the audit log in a directory, one file per day. Its threads start on demand.
 * @param onProblem receives messages for the administrator, such as that a file was damaged
 * @throws the system's error if the directory cannot be created or written
 */
export function sqliteAuditLog(
  directory: string,
  retention: Retention,
  onProblem?: (message: string) => void,
): AuditLog {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Otherwise a directory without permissions would be noticed too late.
  accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  const module = new URL('./writer-thread.ts', import.meta.url);
  const writer = callableThread(module, { directory, retention }, onProblem);
  const reader = callableThread(new URL('./reader-thread.ts', import.meta.url), { directory });
  return {
    async append(delivery) {
      // Pooled buffers are shared; a copy can be transferred.
      const bytes = new Uint8Array(delivery).buffer;
      return (await writer.call('append', bytes, [bytes])) as Appended;
    },
    search: async (search) => (await reader.call('search', search)) as AuditPage,
    summary: async (range, filter) =>
      (await reader.call('summary', { range, filter })) as AuditSummary,
    holdings: async () => (await reader.call('holdings')) as AuditHoldings,
    async prune() {
      // Avoids starting a thread for nothing.
      if (readdirSync(directory).length > 0) await writer.call('prune');
    },
    async close() {
      await writer.close();
      await reader.close();
    },
  };
}
