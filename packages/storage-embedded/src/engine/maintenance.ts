import type { DrainLine } from './draining.ts';
import type { HealedVersion, HealQuery } from './healing.ts';
import type { VerifyLine, VerifyOptions } from './verification.ts';

/** Maintenance that an administrator performs on the drives and their content. */
export interface Maintenance {
  /**
   * Reads and verifies everything, and reports problems line by line; changes and repairs nothing.
   */
  verify(options: VerifyOptions): AsyncGenerator<VerifyLine>;
  /**
   * Moves everything off a drive, then removes it from the set. The report shows progress; the work
   * continues even if nobody reads it, and after a restart.
   *
   * @param path of the drive
   * @throws DriveChangeError if the drive cannot be drained
   */
  drainDrive(path: string): Promise<AsyncGenerator<DrainLine>>;
  /**
   * Checks the copies of every version below a prefix and repairs bad ones, as the result is
   * consumed.
   *
   * @throws S3Error NoSuchBucket
   */
  healObjects(query: HealQuery): AsyncGenerator<HealedVersion>;
  /**
   * Replaces a drive that is away with the empty directory at its path, which is then filled.
   *
   * @throws DriveChangeError if the drive cannot be replaced
   */
  replaceDrive(path: string): Promise<void>;
}
