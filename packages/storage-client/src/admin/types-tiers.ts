import type { Abortable } from '../s3/types.ts';

/** The kinds of servers that a tier can be on. */
export type TierType = 's3' | 'gcs' | 'azure' | 'minio';

/** A place that lifecycle rules move objects to. */
export interface Tier {
  readonly type: TierType | 'unsupported';
  readonly name: string;
  readonly bucket: string;
  readonly endpoint: string;
  readonly prefix: string;
  readonly region: string;
  /** Of s3 and minio. */
  readonly accessKey: string;
  /** Of azure. */
  readonly accountName: string;
  readonly storageClass: string;
}

interface TierPlace {
  readonly name: string;
  readonly endpoint: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
}

/** A tier to be made, with its credentials. */
export type NewTier = TierPlace &
  (
    | {
        readonly type: 's3' | 'minio';
        readonly accessKey: string;
        readonly secretKey: string;
        /** Left out for the one that the server there chooses. */
        readonly storageClass?: string | undefined;
      }
    /** The credentials file, JSON. */
    | { readonly type: 'gcs'; readonly credentials: string }
    | { readonly type: 'azure'; readonly accountName: string; readonly accountKey: string }
  );

/** A pair of keys, or the credentials file of gcs, JSON. */
export type TierCredentials =
  | { readonly accessKey: string; readonly secretKey: string }
  | { readonly credentials: string };

/** What a tier holds. */
export interface TierUsage {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly objects: number;
  readonly versions: number;
}

export interface TierOperations {
  listTiers(call?: Abortable): Promise<readonly Tier[]>;
  /**
   * Makes a tier. The server writes, reads and deletes an object there first, and fails with what is
   * wrong: XMinioAdminTierBucketNotFound, XMinioAdminTierInvalidCredentials,
   * XMinioAdminTierInsufficientPermissions, XMinioBackendDown, XMinioAdminTierBackendInUse where
   * something is stored already.
   */
  addTier(call: Abortable & { readonly tier: NewTier }): Promise<void>;
  /** Replaces the credentials of a tier, which are tried first as with `addTier`. */
  editTier(
    call: Abortable & { readonly name: string; readonly credentials: TierCredentials },
  ): Promise<void>;
  /** Tries a tier as with `addTier`. */
  verifyTier(call: Abortable & { readonly name: string }): Promise<void>;
  /** Fails with XMinioAdminTierBackendNotEmpty while it holds something. */
  removeTier(call: Abortable & { readonly name: string }): Promise<void>;
  /** Tiers with something in them, as far as the server has counted it. */
  listTierUsage(call?: Abortable): Promise<readonly TierUsage[]>;
}
