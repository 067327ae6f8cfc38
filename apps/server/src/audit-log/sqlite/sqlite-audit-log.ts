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
 * The audit log in files of a directory, one for each day. Its threads start when they are needed.
 * @param onProblem told what an administrator should know, such as that a file was damaged
 * @throws what the system says of a directory that cannot be made or written
 */
export function sqliteAuditLog(
  directory: string,
  retention: Retention,
  onProblem?: (message: string) => void,
): AuditLog {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Records that nobody can write are missed too late.
  accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  const module = new URL('./writer-thread.ts', import.meta.url);
  const writer = callableThread(module, { directory, retention }, onProblem);
  const reader = callableThread(new URL('./reader-thread.ts', import.meta.url), { directory });
  return {
    async append(delivery) {
      // A buffer of the pool belongs to others too; a copy can be given away.
      const bytes = new Uint8Array(delivery).buffer;
      return (await writer.call('append', bytes, [bytes])) as Appended;
    },
    search: async (search) => (await reader.call('search', search)) as AuditPage,
    summary: async (range, filter) =>
      (await reader.call('summary', { range, filter })) as AuditSummary,
    holdings: async () => (await reader.call('holdings')) as AuditHoldings,
    async prune() {
      // A thread is not started for nothing.
      if (readdirSync(directory).length > 0) await writer.call('prune');
    },
    async close() {
      await writer.close();
      await reader.close();
    },
  };
}
