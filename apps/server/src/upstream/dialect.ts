import { hasCode } from './has-code.ts';

/** Which server it is, as far as that decides what policies do; undefined where nobody can tell. */
export type Dialect = 'minio' | 'stowage' | undefined;

/** What is asked of the storage server to tell. */
export interface VersionPort {
  serverInfo(call: {
    readonly signal: AbortSignal;
  }): Promise<{ readonly servers: readonly { readonly version: string }[] }>;
}

/** By the version that it tells: those of MinIO are times, or say that it was built from its sources. */
export async function readDialect(admin: VersionPort, signal: AbortSignal): Promise<Dialect> {
  try {
    const [server] = (await admin.serverInfo({ signal })).servers;
    const version = server?.version ?? '';
    if (/^\d+\.\d+\.\d+/.test(version)) return 'stowage';
    return /\d{4}-\d\d-\d\d|^DEVELOPMENT\./.test(version) ? 'minio' : undefined;
  } catch (error) {
    if (hasCode(error, 'AccessDenied')) return undefined;
    throw error;
  }
}
