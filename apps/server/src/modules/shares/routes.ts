import * as contract from '@stowage/contract/shares';
import { checkObject } from '../../check-object.ts';
import { ConsoleError } from '../../console-error.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import { checkBucket, checkKey } from '../../storage-names.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { fromWireText } from '../../wire-text.ts';
import { publicAddress } from './public-address.ts';
import { shareSeconds } from './share-seconds.ts';

interface ObjectQuery {
  readonly prefix: string;
  readonly version_id?: string | undefined;
}

/** Share links for people without an account. */
export function shareRoutes(storage: StorageAccess): RouteModule {
  return ({ serve }) => {
    serve(contract.shareObject, async ({ session, params, query, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const version = versionOf(params.bucket, query);
      const now = new Date();
      const expiresSeconds = shareSeconds(query.expires, session.credentials, now.getTime());
      // Signing involves no permission check: without this, a caller without read access would get
      // a useless link.
      await checkObject(s3, { ...version, signal });
      const publicEndpoint = storage.publicOriginOf(session);
      return s3.presignGetObject({ ...version, expiresSeconds, publicEndpoint, now });
    });

    serve(contract.getPublicAddress, async ({ session, params, query, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const publicEndpoint = storage.publicOriginOf(session);
      const url = await publicAddress(s3, versionOf(params.bucket, query), publicEndpoint, signal);
      return { ...(url !== undefined && { url }) };
    });
  };
}

function versionOf(bucket: string, { prefix, version_id }: ObjectQuery) {
  return {
    bucket: checkBucket(bucket),
    key: checkObjectKey(fromWireText(prefix)),
    versionId: version_id ? fromWireText(version_id) : undefined,
  };
}

function checkObjectKey(key: string): string {
  if (!key.endsWith('/')) return checkKey(key, 'prefix');
  throw new ConsoleError('InvalidObjectName', {
    field: 'prefix',
    detail: 'A folder cannot be shared, only objects.',
  });
}
