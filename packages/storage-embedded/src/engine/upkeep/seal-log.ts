import type { Committer } from '../log/committer.ts';
import type { LogWriter } from '../log/log-writer.ts';

/**
 * Seals the active segment once the writes already submitted are done; the next batch starts a new
 * one.
 */
export function sealLog(committer: Committer, writer: LogWriter): Promise<void> {
  return committer.submit({
    ...{ excludes: [], shares: [], alone: true, size: 0 },
    plan: () => {
      writer.seal();
      return { records: [], result: undefined };
    },
  });
}
