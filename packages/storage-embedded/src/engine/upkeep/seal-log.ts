import type { Committer } from '../log/committer.ts';
import type { LogWriter } from '../log/log-writer.ts';

/** Ends the segment that is being written, behind the writes that were begun; the next batch starts another. */
export function sealLog(committer: Committer, writer: LogWriter): Promise<void> {
  return committer.submit({
    ...{ excludes: [], shares: [], alone: true, size: 0 },
    plan: () => {
      writer.seal();
      return { records: [], result: undefined };
    },
  });
}
