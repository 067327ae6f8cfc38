import type { RemoteTarget, RemoteTargetChange } from '@stowage/storage-client/admin';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../../../console-error.ts';
import { hasCode } from '../../../upstream/has-code.ts';
import { storageError } from '../../../upstream/storage-errors.ts';
import type { ReplicationReader, ReplicationWriter } from './ports.ts';

const NOT_TOLD: ReadonlySet<string> = new Set(['AccessDenied', 'NotSupported']);

/** The remote targets of a bucket; undefined where the caller may not know them, or the server has none. */
export async function readTargets(
  { admin }: Pick<ReplicationReader, 'admin'>,
  bucket: string,
  signal: AbortSignal,
): Promise<readonly RemoteTarget[] | undefined> {
  try {
    return await admin.listRemoteTargets({ bucket, signal });
  } catch (error) {
    const known = storageError(error);
    if (known && NOT_TOLD.has(known.code)) return undefined;
    throw error;
  }
}

/** Which input the server's refusals of a target are about. */
const REFUSED_INPUTS: Readonly<Record<string, string>> = {
  XMinioAdminReplicationBandwidthLimitError: 'bandwidth',
  XMinioAdminReplicationRemoteConnectionError: 'targetURL',
  XMinioAdminRemoteIdenticalToSource: 'targetURL',
  XMinioAdminBucketRemoteAlreadyExists: 'targetURL',
  RemoteTargetNotVersionedError: 'targetURL',
  XMinioAdminRemoteTargetNotFoundError: 'targetURL',
  RemoteDestinationNotFoundError: 'targetURL',
  ReplicationSourceNotVersionedError: 'bucket',
};

/** Where the server's own words leave people without a next step. */
const EXPLAINED: Readonly<Record<string, string | undefined>> = {
  XMinioAdminBucketRemoteAlreadyExists:
    'The bucket already replicates to this server, and can have one target for each server. Edit its rule, or delete it first.',
};

/**
 * Waits for a call about a target.
 * @throws ConsoleError InvalidInput with the field where the server says what is wrong with
 *   the target, AccessDenied naming the action
 */
export async function aboutTarget<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (cause) {
    if (!(cause instanceof StorageRequestError)) throw cause;
    const field = Object.hasOwn(REFUSED_INPUTS, cause.code)
      ? REFUSED_INPUTS[cause.code]
      : undefined;
    if (field !== undefined) {
      const detail = EXPLAINED[cause.code] ?? cause.message;
      throw new ConsoleError('InvalidInput', { field, detail, cause });
    }
    if (cause.code === 'AccessDenied') {
      const detail = 'The storage server refuses admin:SetBucketTarget to this account.';
      throw new ConsoleError('AccessDenied', { detail, cause });
    }
    throw cause;
  }
}

/** Removes a target that no rule uses any more; one that is gone already is no failure. */
export async function removeTarget(
  { admin }: Pick<ReplicationWriter, 'admin'>,
  bucket: string,
  arn: string,
): Promise<void> {
  try {
    await admin.removeRemoteTarget({ bucket, arn });
  } catch (error) {
    const gone = hasCode(error, 'XMinioAdminRemoteTargetNotFoundError');
    if (!gone) throw error;
  }
}

/** A target's options, under the names of the replication request. */
export interface TargetOptions {
  readonly syncMode?: 'async' | 'sync' | undefined;
  readonly bandwidth?: number | undefined;
  readonly healthCheckPeriod?: number | undefined;
}

/** The server's options; a synchronous target has no limit of bandwidth. */
export function toServer({
  syncMode,
  bandwidth,
  healthCheckPeriod,
}: TargetOptions): Omit<RemoteTargetChange, 'credentials'> {
  return {
    sync: syncMode === undefined ? undefined : syncMode === 'sync',
    bandwidth: syncMode === 'sync' ? 0 : bandwidth,
    healthCheckSeconds: healthCheckPeriod,
  };
}
