import {
  type Capabilities,
  type Capability,
  capabilitiesWhere,
} from '@stowage/domain/capabilities';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { Session } from '../../sessions/session.ts';
import type { StorageClients } from '../storage-server.ts';
import { probeCapabilities } from './probe.ts';

/** A server with MinIO's Admin API supports everything that MinIO does. */
export const ALL_CAPABILITIES = capabilitiesWhere(() => true);

/** Stores the result with the session, for other consoles and across restarts. */
export type KeepCapabilities = (session: Session, found: Capabilities) => Promise<void>;

/** The capabilities of a session's server, determined once. */
export interface SessionCapabilities {
  /** @throws the storage client's errors if the server does not respond */
  of(session: Session): Promise<Capabilities>;
  /** Records that the server has turned out to have the Admin API. */
  noteAdmin(session: Session): void;
  /** Records that a server without the Admin API has rejected a call as unknown. */
  noteMissing(session: Session, capability: Capability): Promise<void>;
}

export interface SessionCapabilitiesOptions {
  /** The unguarded clients of a session. */
  readonly clientsOf: (session: Session) => StorageClients;
  readonly keep: KeepCapabilities;
}

/**
 * Uses what was found since the session was read, then the session itself, and otherwise probes the
 * server.
 */
export function sessionCapabilities(options: SessionCapabilitiesOptions): SessionCapabilities {
  const { clientsOf, keep } = options;
  /** By clients, which sessions with the same keys share and which are dropped after a while. */
  const found = new WeakMap<StorageClients, Promise<Capabilities>>();

  async function ask(session: Session, clients: StorageClients): Promise<Capabilities> {
    if (await hasAdminApi(session, clients)) {
      await keep(session, ALL_CAPABILITIES);
      return ALL_CAPABILITIES;
    }
    const { capabilities, settled } = await probeCapabilities(clients.s3);
    if (settled) await keep(session, capabilities);
    else found.delete(clients);
    return capabilities;
  }

  function of(session: Session): Promise<Capabilities> {
    const clients = clientsOf(session);
    const known = found.get(clients);
    if (known) return known;
    if (session.capabilities) return Promise.resolve(session.capabilities);
    const asked = ask(session, clients);
    found.set(clients, asked);
    asked.catch(() => found.delete(clients));
    return asked;
  }

  return {
    of,
    async noteMissing(session, capability) {
      const known = await of(session);
      if (known.admin || !known[capability]) return;
      const left = { ...known, [capability]: false };
      found.set(clientsOf(session), Promise.resolve(left));
      await keep(session, left);
    },
    noteAdmin(session) {
      const clients = clientsOf(session);
      if (session.capabilities || found.has(clients)) return;
      const kept = keep(session, ALL_CAPABILITIES).then(() => ALL_CAPABILITIES);
      found.set(clients, kept);
      kept.catch(() => found.delete(clients));
    },
  };
}

async function hasAdminApi(session: Session, { admin }: StorageClients): Promise<boolean> {
  try {
    await admin.accountInfo();
    return true;
  } catch (error) {
    if (isWithoutAdminApi(session, error)) return false;
    throw error;
  }
}

/** Error codes for keys or tokens that are no longer valid, on any server. */
const REFUSED_KEYS: ReadonlySet<string> = new Set([
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidTokenId',
  'SignatureDoesNotMatch',
]);

/**
 * To other servers an Admin API path is an object in a bucket that does not exist or is not visible
 * to this account. MinIO allows every account to query its own identity.
 */
export function isWithoutAdminApi(
  { credentials }: Pick<Session, 'credentials'>,
  error: unknown,
): boolean {
  if (!(error instanceof StorageRequestError) || REFUSED_KEYS.has(error.code)) return false;
  if (error.status >= 500 && error.status !== 501) return false;
  return error.code !== 'AccessDenied' || credentials.source === 'keys';
}
