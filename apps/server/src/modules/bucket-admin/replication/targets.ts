import type { RemoteTarget, RemoteTargetChange } from '@stowage/storage-client/admin';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../../../console-error.ts';
import { hasCode } from '../../../upstream/has-code.ts';
import { storageError } from '../../../upstream/storage-errors.ts';
import type { ReplicationReader, ReplicationWriter } from './ports.ts';

const NOT_TOLD: ReadonlySet<string> = new Set(['AccessDenied', 'NotSupported']);

/**
 * The remote targets of a bucket; undefined if the caller may not read them, or the server has no
 * such feature.
 */
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

/** The input that each of the server's target errors concerns. */
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

/** Replaces server messages that suggest no next step. */
const EXPLAINED: Readonly<Record<string, string | undefined>> = {
  XMinioAdminBucketRemoteAlreadyExists:
    'The bucket already replicates to this server, and can have one target for each server. Edit its rule, or delete it first.',
};

/**
 * Awaits a call about a target.
 * @throws ConsoleError InvalidInput with the field if the server says what is wrong with the
 *    target, AccessDenied naming the action
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

/** Removes an unused target; it is not an error if it is already gone. */
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

/** A target's options, with the field names of the replication request. */
export interface TargetOptions {
  readonly syncMode?: 'async' | 'sync' | undefined;
  readonly bandwidth?: number | undefined;
  readonly healthCheckPeriod?: number | undefined;
}

/** The options for the server; a synchronous target has no bandwidth limit. */
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
