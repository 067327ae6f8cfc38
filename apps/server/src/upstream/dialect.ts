import { hasCode } from './has-code.ts';

/** The kind of server, as far as it affects what policies do; undefined if unknown. */
export type Dialect = 'minio' | 'stowage' | undefined;

/** The storage call for determining it. */
export interface VersionPort {
  serverInfo(call: {
    readonly signal: AbortSignal;
  }): Promise<{ readonly servers: readonly { readonly version: string }[] }>;
}

/**
 * Determined by the reported version: MinIO's are timestamps, or say that it was built from source.
 */
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
