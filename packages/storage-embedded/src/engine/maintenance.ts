import type { DrainLine } from './draining.ts';
import type { HealedVersion, HealQuery } from './healing.ts';
import type { VerifyLine, VerifyOptions } from './verification.ts';

/** What an administrator has done to the drives and what is on them. */
export interface Maintenance {
  /** Reads everything and tells line by line what is wrong; changes and repairs nothing. */
  verify(options: VerifyOptions): AsyncGenerator<VerifyLine>;
  /**
   * Moves everything off a drive, and then takes it out of the set. The report tells how far it
   * is; the work goes on without it, and after a restart.
   *
   * @param path of the drive
   * @throws DriveChangeError when the drive cannot be drained
   */
  drainDrive(path: string): Promise<AsyncGenerator<DrainLine>>;
  /**
   * Looks at the copies of every version below a prefix and makes bad ones again, while it is read.
   *
   * @throws S3Error NoSuchBucket
   */
  healObjects(query: HealQuery): AsyncGenerator<HealedVersion>;
  /**
   * Has an empty directory at the path of a drive that is away take its place; it is filled then.
   *
   * @throws DriveChangeError when the drive cannot be replaced
   */
  replaceDrive(path: string): Promise<void>;
}
