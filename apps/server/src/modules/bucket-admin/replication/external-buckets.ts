import { createStoragePool } from '@stowage/storage-client/dispatcher';
import {
  AddressRefusedError,
  StorageRequestError,
  StorageTimeoutError,
  StorageUnreachableError,
} from '@stowage/storage-client/errors';
import { createS3Client } from '@stowage/storage-client/s3';
import { ConsoleError } from '../../../console-error.ts';
import { readRemoteUrl } from './remote-url.ts';

/** For the whole conversation with an untrusted server. */
const WITHIN_MS = 15_000;

export interface RemoteAccess {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly targetURL: string;
  readonly useTLS: boolean;
  readonly region?: string | undefined;
}

/**
 * Lists the names of another server's buckets. Only for users who may set targets there anyway:
 * others could use it to probe the console's network.
 * @param refuses whether the console must not connect to an IP address
 * @throws ConsoleError InvalidInput (a refused address) before any connection is made;
 *    RemoteRefused, RemoteUnreachable, which reveal nothing of the server's response
 */
export async function listExternalBuckets(
  refuses: (address: string) => boolean,
  { accessKey, secretKey, targetURL, useTLS, region }: RemoteAccess,
  signal: AbortSignal,
): Promise<string[]> {
  const { origin, host } = readRemoteUrl(targetURL, useTLS);
  // A separate pool: no connection to such a server outlives the call.
  const dispatcher = createStoragePool({ refuses });
  const s3 = createS3Client({
    endpoint: origin,
    region: region || 'us-east-1',
    credentials: { accessKey, secretKey },
    dispatcher,
  });
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
    return (await s3.listBuckets({ signal: within })).map(({ name }) => name);
  } catch (error) {
    signal.throwIfAborted();
    throw remoteError(host, error);
  } finally {
    await dispatcher.destroy();
  }
}

/** The cause is omitted: the log should not contain the remote server's response either. */
function remoteError(host: string, error: unknown): unknown {
  if (error instanceof StorageRequestError) {
    if (error.status === 401 || error.status === 403) return new ConsoleError('RemoteRefused');
    const detail = `${host} does not answer as an S3 server (status ${error.status}).`;
    return new ConsoleError('RemoteUnreachable', { detail });
  }
  if (error instanceof StorageUnreachableError) {
    if (error.cause instanceof AddressRefusedError) {
      const detail = 'Link-local addresses are refused (STOWAGE_ALLOW_LINK_LOCAL).';
      return new ConsoleError('InvalidInput', { field: 'targetURL', detail });
    }
    const reason = reasonOf(error.cause);
    const detail = `No connection to ${host}${reason && ` (${reason})`}.`;
    return new ConsoleError('RemoteUnreachable', { detail });
  }
  const late = error instanceof DOMException && error.name === 'TimeoutError';
  if (late || error instanceof StorageTimeoutError) {
    const detail = `${host} did not answer in time.`;
    return new ConsoleError('RemoteUnreachable', { detail });
  }
  return error;
}

/** The system's error code, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : '';
}
