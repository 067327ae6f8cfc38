import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import { emptyReply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';

/** Revokes temporary credentials before they expire: all of a user's, or those of one type. */
export const revokeTokens: Operation = {
  name: 'RevokeTokens',
  // Callers can revoke their own; revoking others needs the right to remove them.
  action: 'none',
  run: async (request) => {
    const user = request.query.get('user') ?? '';
    const all = request.query.get('fullRevoke') === 'true';
    const type = request.query.get('tokenRevokeType') ?? '';
    if (all ? type !== '' : user !== '' && type === '') {
      throw new S3Error('InvalidRequest');
    }
    const { caller } = request;
    if (user !== '' && user !== caller.account) {
      request.require('admin:RemoveServiceAccount');
    }
    const wanted = all || type !== '' ? type : ownType(request);
    const { identities } = request.store;
    await identities.inTurn(() =>
      identities.sessions.revoke(user === '' ? caller.account : user, wanted || undefined),
    );
    return emptyReply(204);
  },
};

/** A session that names no type means its own. */
function ownType({ caller, store }: ApiRequest): string {
  const type = store.identities.sessions.get(caller.accessKey)?.revokeType;
  if (type === undefined) {
    throw new S3Error('InvalidArgument', 'The request names no type of tokens.');
  }
  return type;
}
