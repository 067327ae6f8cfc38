import type { Codec } from '../../documents/durable-map.ts';

/** The contents of the latest token of a user without a role. */
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
