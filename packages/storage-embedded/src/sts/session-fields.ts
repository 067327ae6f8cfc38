import { type PolicyDocument, PolicyError, parsePolicy } from '@stowage/domain/policy';
import type { StsForm } from './sts-call.ts';
import { StsError } from './sts-error.ts';

const LEAST_SECONDS = 900;
/** Maximum lifetime of a session. */
export const MAX_SECONDS = 365 * 24 * 3600;
const MAX_POLICY_LENGTH = 2048;
const MAX_REVOKE_TYPE = 128;

/** Parameters of every action that issues credentials. */
export interface SessionFields {
  readonly policy?: PolicyDocument;
  readonly revokeType?: string;
}

/**
 * Reads a session's policy and revoke type.
 *
 * @throws StsError InvalidParameterValue
 */
export function readSessionFields(form: StsForm): SessionFields {
  const policy = sessionPolicy(form.get('Policy') ?? '');
  const revokeType = form.get('TokenRevokeType') ?? '';
  if (revokeType.length > MAX_REVOKE_TYPE) {
    throw new StsError('InvalidParameterValue', 'The type of the token is too long.');
  }
  return {
    ...(policy === undefined ? {} : { policy }),
    ...(revokeType === '' ? {} : { revokeType }),
  };
}

/**
 * Returns when a new session expires, in milliseconds since the epoch.
 *
 * @param otherwise the time to use if the call specifies no duration
 * @throws StsError InvalidParameterValue
 */
export function readExpiry(form: StsForm, otherwise: number): number {
  const text = form.get('DurationSeconds') ?? '';
  if (text === '') {
    return otherwise;
  }
  const seconds = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds >= LEAST_SECONDS && seconds <= MAX_SECONDS)) {
    throw new StsError('InvalidParameterValue', 'invalid token expiry');
  }
  return Date.now() + seconds * 1000;
}

function sessionPolicy(text: string): PolicyDocument | undefined {
  if (text === '') {
    return undefined;
  }
  const policy = parse(text);
  if (JSON.stringify(policy).length > MAX_POLICY_LENGTH) {
    throw new StsError(
      'InvalidParameterValue',
      `Session policy should not exceed ${MAX_POLICY_LENGTH} characters`,
    );
  }
  return policy;
}

function parse(text: string): PolicyDocument {
  try {
    return parsePolicy(text);
  } catch (error) {
    throw error instanceof PolicyError
      ? new StsError('InvalidParameterValue', error.message)
      : error;
  }
}
