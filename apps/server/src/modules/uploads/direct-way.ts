import { ConsoleError } from '../../console-error.ts';
import type { Session } from '../../sessions/session.ts';
import type { Storage } from '../../upstream/storage.ts';

const SIGNED_SECONDS = 900;

interface Upload {
  readonly bucket: string;
  readonly key: string;
  readonly uploadId: string;
}

interface PartsToSign extends Upload {
  readonly parts: readonly { readonly number: number; readonly crc32: string }[];
}

/** Signs requests with which a browser sends parts directly to the storage server. */
export function directWay(storage: Storage) {
  const publicEndpointOf = ({ audience }: Session) => storage.serverAt(audience.mount).publicOrigin;
  return {
    /**
     * A URL that shows whether the browser can reach the server; empty if it has no public address.
     */
    probe(session: Session, upload: Upload): { readonly probe?: string } {
      const publicEndpoint = publicEndpointOf(session);
      if (publicEndpoint === undefined) return {};
      const { s3 } = storage.clientsOf(session);
      const expiresSeconds = SIGNED_SECONDS;
      return { probe: s3.presignListParts({ ...upload, publicEndpoint, expiresSeconds }) };
    },

    /** @throws ConsoleError NotSupported if the server has no public address */
    sign(session: Session, { parts, ...upload }: PartsToSign): string[] {
      const publicEndpoint = publicEndpointOf(session);
      if (publicEndpoint === undefined) {
        const detail = 'STOWAGE_PUBLIC_STORAGE_URL is not set.';
        throw new ConsoleError('NotSupported', { detail });
      }
      const { s3 } = storage.clientsOf(session);
      const shared = { ...upload, publicEndpoint, expiresSeconds: SIGNED_SECONDS };
      return parts.map(({ number, crc32 }) =>
        s3.presignUploadPart({ ...shared, partNumber: number, crc32 }),
      );
    },
  };
}
