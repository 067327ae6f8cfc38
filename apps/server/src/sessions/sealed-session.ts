import { CAPABILITIES } from '@stowage/domain/capabilities';
import { z } from 'zod';
import type { Sealer } from '../state/sealer.ts';
import type { StoredSession } from '../state/session-store.ts';
import { type Audience, CREDENTIAL_SOURCES, type Session, type SessionLimits } from './session.ts';

/** Earlier releases stored less: their sessions end with their credentials. */
const Renewal = z.object({
  provider: z.string(),
  url: z.string(),
  clientId: z.string(),
  subject: z.string(),
  refreshToken: z.string(),
});

const Sealed = z.object({
  audience: z.object({ server: z.string(), mount: z.string() }),
  accountName: z.string(),
  origin: z.string().optional(),
  tokenHash: z.string().regex(/^[0-9a-f]{64}$/),
  byCookieAlone: z.boolean(),
  client: z.object({ address: z.string(), userAgent: z.string() }),
  /** Only if the user chose to stay signed in: used for renewal. */
  keys: z.object({ accessKey: z.string(), secretKey: z.string() }).optional(),
  /** Only if an identity provider issued a refresh token: renewal starts at the provider. */
  identity: Renewal.optional().catch(undefined),
  /** Only for logins through identity providers. */
  signedOn: z.object({ provider: z.string(), idToken: z.string() }).optional(),
  credentials: z.object({
    source: z.enum(CREDENTIAL_SOURCES).default('assume-role'),
    accessKey: z.string(),
    secretKey: z.string(),
    sessionToken: z.string().optional(),
    expiresAt: z.number(),
  }),
  issuedAt: z.number(),
  /** Missing in sessions of earlier releases. */
  provenAt: z.number().default(0),
  /** Treated as unknown if written by a console with a different set of capabilities. */
  capabilities: z.record(z.enum(CAPABILITIES), z.boolean()).optional().catch(undefined),
});

/** The content of a session; it leaves the process only in sealed form. */
export type SealedSession = Readonly<z.infer<typeof Sealed>>;

/** Whether the session was opened for this audience. */
export function holdsAt({ audience }: SealedSession, here: Audience): boolean {
  return audience.server === here.server && audience.mount === here.mount;
}

/**
 * The time at which a session ends regardless of use. One that cannot be renewed lasts as long as
 * its credentials.
 */
export function endOf(
  { total }: SessionLimits,
  { keys, identity, credentials }: SealedSession,
  createdAt: number,
): number {
  const latest = createdAt + total;
  return keys || identity ? latest : Math.min(latest, credentials.expiresAt);
}

/** Seals a session for its row in the store. */
export function seal(sealer: Sealer, key: string, session: SealedSession): Uint8Array {
  return sealer.seal(JSON.stringify(session), key);
}

/**
 * Opens a sealed row. Undefined if it cannot be read: sealed with another key, or written in a
 * different shape by another release.
 */
export function unseal(sealer: Sealer, { sealed, key }: StoredSession): SealedSession | undefined {
  const text = sealer.open(sealed, key);
  return text === undefined ? undefined : Sealed.safeParse(parseJson(text)).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The session as the rest of the console sees it. */
export function toSession(key: string, held: SealedSession, endsAt: number): Session {
  const { client, keys: _keys, identity: _identity, issuedAt: _issuedAt, ...rest } = held;
  const { signedOn: _signedOn, ...known } = rest;
  return { key, endsAt, address: client.address, ...known };
}
