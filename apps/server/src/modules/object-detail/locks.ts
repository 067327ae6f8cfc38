import { StorageRequestError } from '@stowage/storage-client/errors';
import type { ObjectHeaders, ObjectRetention, VersionCall } from '@stowage/storage-client/s3';
import { refusedField } from '../../changes/refused-field.ts';
import { ConsoleError } from '../../console-error.ts';
import type { LockWriter } from './ports.ts';

/**
 * The servers' error codes for a lock that they reject, such as in a bucket without object locking.
 */
const REFUSED = ['InvalidRequest', 'InvalidArgument', 'MalformedXML', 'InvalidBucketState'];
/** Servers have no specific error code for a lock that cannot be weakened. */
const LOCKED = new Set(['ObjectLocked', 'AccessDenied', 'InvalidRequest']);

/** @throws ConsoleError InvalidInput with the field 'status' */
export function writeLegalHold(
  s3: LockWriter,
  version: VersionCall,
  legalHold: boolean,
): Promise<void> {
  return refusedField('status', REFUSED, s3.putObjectLegalHold({ ...version, legalHold }));
}

interface NewRetention {
  /** Undefined removes it. */
  readonly retention: ObjectRetention | undefined;
  readonly bypassGovernance: boolean;
}

/**
 * Locks a version until a time, or removes the lock.
 * @throws ConsoleError ObjectLocked if the existing lock cannot be weakened, InvalidInput; both
 *    with the rejected field
 */
export async function writeRetention(
  s3: LockWriter,
  version: VersionCall,
  { retention: current }: Pick<ObjectHeaders, 'retention'>,
  { retention, bypassGovernance }: NewRetention,
): Promise<void> {
  if (retention !== undefined && Date.parse(retention.until) <= Date.now()) {
    const detail = 'The date must be in the future.';
    throw new ConsoleError('InvalidInput', { field: 'expires', detail });
  }
  const weakened = weakens(current, retention);
  const isBypass = bypassGovernance && current?.mode === 'GOVERNANCE' && weakened !== undefined;
  try {
    const call = { ...version, retention, ...(isBypass && { bypassGovernance: true }) };
    await refusedField(
      'mode',
      REFUSED.filter((code) => weakened === undefined || !LOCKED.has(code)),
      s3.putObjectRetention(call),
    );
  } catch (cause) {
    const refused = cause instanceof StorageRequestError && LOCKED.has(cause.code);
    if (!refused || current === undefined || weakened === undefined) throw cause;
    throw new ConsoleError('ObjectLocked', { field: weakened, detail: reason(current), cause });
  }
}

/** The input that would weaken a lock; undefined if there is none. */
export function weakens(
  current: ObjectRetention | undefined,
  next: ObjectRetention | undefined,
): 'mode' | 'expires' | undefined {
  if (current === undefined || Date.parse(current.until) <= Date.now()) return undefined;
  if (next === undefined || next.mode !== current.mode) return 'mode';
  return Date.parse(next.until) < Date.parse(current.until) ? 'expires' : undefined;
}

function reason({ mode, until }: ObjectRetention): string {
  return mode === 'COMPLIANCE'
    ? `Until ${until} a compliance retention can only be extended.`
    : `Until ${until} a governance retention can only be weakened with s3:BypassGovernanceRetention.`;
}
