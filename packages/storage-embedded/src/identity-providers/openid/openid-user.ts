import type { Codec } from '../../documents/durable-map.ts';

/** What the latest token of a user of a provider said who has no role. */
export interface OpenIdUser {
  /** Names of policies. */
  readonly policies: readonly string[];
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

export const OPENID_USERS: Codec<OpenIdUser> = {
  encode: (user) => JSON.stringify(user),
  decode: (text) => JSON.parse(text),
};
