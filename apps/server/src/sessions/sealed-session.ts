import { CAPABILITIES } from '@stowage/domain/capabilities';
import { z } from 'zod';
import type { Sealer } from '../state/sealer.ts';
import type { StoredSession } from '../state/session-store.ts';
import { type Audience, CREDENTIAL_SOURCES, type Session, type SessionLimits } from './session.ts';

/** Earlier releases kept less: their sessions end with their credentials. */
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
  /** Only where the user chose to stay signed in: renewal asks with them. */
  keys: z.object({ accessKey: z.string(), secretKey: z.string() }).optional(),
  /** Only where an identity provider gave a refresh token: renewal asks the provider first. */
  identity: Renewal.optional().catch(undefined),
  /** Only of logins at identity providers. */
  signedOn: z.object({ provider: z.string(), idToken: z.string() }).optional(),
  credentials: z.object({
    source: z.enum(CREDENTIAL_SOURCES).default('assume-role'),
    accessKey: z.string(),
    secretKey: z.string(),
    sessionToken: z.string().optional(),
    expiresAt: z.number(),
  }),
  issuedAt: z.number(),
  /** Sessions of earlier releases do not say it. */
  provenAt: z.number().default(0),
  /** Unknown where it was found out by a console that knew of others. */
  capabilities: z.record(z.enum(CAPABILITIES), z.boolean()).optional().catch(undefined),
});

/** What a session is made of; it leaves the process sealed only. */
export type SealedSession = Readonly<z.infer<typeof Sealed>>;

/** Whether this is the place that the session was opened for. */
export function holdsAt({ audience }: SealedSession, here: Audience): boolean {
  return audience.server === here.server && audience.mount === here.mount;
}

/** When a session ends however much it is used. What cannot be renewed lives as long as its credentials. */
export function endOf(
  { total }: SessionLimits,
  { keys, identity, credentials }: SealedSession,
  createdAt: number,
): number {
  const latest = createdAt + total;
  return keys || identity ? latest : Math.min(latest, credentials.expiresAt);
}

/** Seals a session for its place in the store. */
export function seal(sealer: Sealer, key: string, session: SealedSession): Uint8Array {
  return sealer.seal(JSON.stringify(session), key);
}

/**
 * What is sealed in a row. Undefined where it is not ours to read: sealed with
 * another key, or by a console that wrote it in another shape.
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

/** What the rest of the console knows of a session. */
export function toSession(key: string, held: SealedSession, endsAt: number): Session {
  const { client, keys: _keys, identity: _identity, issuedAt: _issuedAt, ...rest } = held;
  const { signedOn: _signedOn, ...known } = rest;
  return { key, endsAt, address: client.address, ...known };
}
