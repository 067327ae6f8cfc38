import type { Capabilities, Capability } from '@stowage/domain/capabilities';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../../console-error.ts';
import type { StorageClients } from '../storage-server.ts';

/** The calls that require a capability; the first matching pattern wins. */
const CALLS: readonly (readonly [RegExp, Capability])[] = [
  [/Replication/, 'replication'],
  [/^listen/, 'admin'],
  [/Versioning$|^listObjectVersions$/, 'versioning'],
  [/ObjectLock|Retention$|LegalHold$/, 'locking'],
  [/Tagging$/, 'tags'],
  [/Policy$/, 'policy'],
  [/Lifecycle/, 'lifecycle'],
  [/Cors$/, 'cors'],
  [/Notification$/, 'notifications'],
  [/Encryption$/, 'encryption'],
];

const NAMES: Readonly<Record<Capability, string>> = {
  versioning: 'versioning',
  locking: 'object locking',
  tags: 'tags',
  policy: 'access policies',
  lifecycle: 'lifecycle rules',
  cors: 'CORS rules',
  notifications: 'events',
  replication: 'replication by the console',
  encryption: 'encryption settings',
  quota: 'quotas',
  admin: "MinIO's Admin API",
};

/** The error for a missing capability. */
export function notOffered(capability: Capability): ConsoleError {
  const detail = `This server does not offer ${NAMES[capability]}.`;
  return new ConsoleError('NotSupported', { detail });
}

/**
 * Wraps clients so that a server receives only calls that it supports. This is not only to save
 * calls: a server that ignores the query string would take deleting a bucket's policy for deleting
 * the bucket.
 */
export function guardedClients({ s3, admin }: StorageClients, guard: Guard): StorageClients {
  return {
    s3: guarded(s3, guard, (call) => CALLS.find(([pattern]) => pattern.test(call))?.[1]),
    admin: guarded(admin, guard, (call) => (/Quota$/.test(call) ? 'quota' : 'admin')),
  };
}

/** The server's known capabilities, and what its responses reveal. */
export interface Guard {
  capabilities(): Promise<Capabilities>;
  /** The server has turned out to lack this capability. */
  onMissing(capability: Capability): Promise<void>;
}

type Calls = Readonly<Record<string, unknown>>;

/** Every guarded call returns a promise anyway: it rejects if the server lacks the capability. */
function guarded<Client extends object>(
  client: Client,
  guard: Guard,
  needOf: (call: string) => Capability | undefined,
): Client {
  const entries = Object.entries(client as Calls).map(([name, call]) => {
    const needed = needOf(name);
    if (needed === undefined || typeof call !== 'function') return [name, call];
    const checked = async (...input: readonly unknown[]) => {
      if (!(await guard.capabilities())[needed]) throw notOffered(needed);
      try {
        return await call(...input);
      } catch (error) {
        if (isNotImplemented(error)) await guard.onMissing(needed);
        throw error;
      }
    };
    return [name, checked];
  });
  return Object.fromEntries(entries);
}

function isNotImplemented(error: unknown): boolean {
  return error instanceof StorageRequestError && error.status === 501;
}
