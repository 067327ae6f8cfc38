import { hash } from 'node:crypto';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Caller } from '../auth/caller.ts';
import type { Reply } from '../http/reply.ts';
import { incomingOf } from '../http/target.ts';
import type { Store } from '../store.ts';
import { beginSession } from './begin-session.ts';
import { credentialsReply } from './credentials-reply.ts';
import { readExpiry, readSessionFields } from './session-fields.ts';
import type { StsCall } from './sts-call.ts';

const DEFAULT_MS = 3_600_000;

/**
 * AssumeRole: issues temporary credentials to the signer of the request.
 *
 * @throws StsError, S3Error if the signature is invalid
 */
export async function assumeRole(call: StsCall): Promise<Reply> {
  const { store, exchange, form } = call;
  const caller = authenticate(call);
  const expiresAt = readExpiry(form, Date.now() + DEFAULT_MS);
  const fields = readSessionFields(form);
  const credentials = await beginSession(store, () => ({
    parent: caller.account,
    generation: generationOf(store, caller),
    expiresAt,
    ...fields,
  }));
  return credentialsReply(exchange, { action: 'AssumeRole', credentials });
}

function authenticate({ store, exchange: { message }, target, body }: StsCall): Caller {
  const { caller } = store.authenticator.authenticate(incomingOf(message, target), {
    service: 'sts',
    payloadHash: hash('sha256', body, 'hex'),
  });
  // Temporary credentials and service accounts cannot obtain further credentials.
  if (caller.kind !== 'root' && caller.kind !== 'user') {
    throw new S3Error('AccessDenied');
  }
  return caller;
}

function generationOf(store: Store, caller: Caller): string {
  const { root } = store.authenticator;
  const generation = caller.owner
    ? root.generation
    : store.identities.users.get(caller.account)?.generation;
  if (generation === undefined) {
    throw new S3Error('InvalidAccessKeyId');
  }
  return generation;
}
