import {
  type Capabilities,
  type Capability,
  capabilitiesWhere,
} from '@stowage/domain/capabilities';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { Session } from '../../sessions/session.ts';
import type { StorageClients } from '../storage-server.ts';
import { probeCapabilities } from './probe.ts';

/** A server with MinIO's Admin API has the rest of what MinIO has. */
export const ALL_CAPABILITIES = capabilitiesWhere(() => true);

/** Keeps what was found out with the session, for other consoles and after a restart. */
export type KeepCapabilities = (session: Session, found: Capabilities) => Promise<void>;

/** What the server of a session offers, found out once. */
export interface SessionCapabilities {
  /** @throws what the storage client throws where the server does not answer */
  of(session: Session): Promise<Capabilities>;
  /** Somebody has found out in passing that the server has the Admin API. */
  noteAdmin(session: Session): void;
  /** A server without the Admin API has refused a call because it does not know it. */
  noteMissing(session: Session, capability: Capability): Promise<void>;
}

export interface SessionCapabilitiesOptions {
  /** The clients of a session, which may ask everything. */
  readonly clientsOf: (session: Session) => StorageClients;
  readonly keep: KeepCapabilities;
}

/** Looks first at what was found since the session was read, then in the session, then asks the server. */
export function sessionCapabilities(options: SessionCapabilitiesOptions): SessionCapabilities {
  const { clientsOf, keep } = options;
  /** By the clients, which sessions of the same keys share and which are forgotten after a while. */
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

/** What says that the keys or the token hold no longer, on any server. */
const REFUSED_KEYS: ReadonlySet<string> = new Set([
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidTokenId',
  'SignatureDoesNotMatch',
]);

/**
 * To another server the Admin API is the path of an object in a bucket that it has not, or does not
 * let this account see. MinIO lets every account ask who it is.
 */
export function isWithoutAdminApi(
  { credentials }: Pick<Session, 'credentials'>,
  error: unknown,
): boolean {
  if (!(error instanceof StorageRequestError) || REFUSED_KEYS.has(error.code)) return false;
  if (error.status >= 500 && error.status !== 501) return false;
  return error.code !== 'AccessDenied' || credentials.source === 'keys';
}
