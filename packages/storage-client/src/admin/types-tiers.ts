import type { Abortable } from '../s3/types.ts';

/** The supported kinds of tiers. */
export type TierType = 's3' | 'gcs' | 'azure' | 'minio';

/** A place to which lifecycle rules move objects. */
export interface Tier {
  readonly type: TierType | 'unsupported';
  readonly name: string;
  readonly bucket: string;
  readonly endpoint: string;
  readonly prefix: string;
  readonly region: string;
  /** For s3 and minio. */
  readonly accessKey: string;
  /** For azure. */
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

/** A tier to create, with its credentials. */
export type NewTier = TierPlace &
  (
    | {
        readonly type: 's3' | 'minio';
        readonly accessKey: string;
        readonly secretKey: string;
        /** The remote server's default if omitted. */
        readonly storageClass?: string | undefined;
      }
    /** The credentials file, JSON. */
    | { readonly type: 'gcs'; readonly credentials: string }
    | { readonly type: 'azure'; readonly accountName: string; readonly accountKey: string }
  );

/** A pair of keys, or the JSON credentials file for gcs. */
export type TierCredentials =
  | { readonly accessKey: string; readonly secretKey: string }
  | { readonly credentials: string };

/** The contents of a tier. */
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
   * Creates a tier. The server writes, reads and deletes an object there first, and fails if that
   * does not work: XMinioAdminTierBucketNotFound, XMinioAdminTierInvalidCredentials,
   * XMinioAdminTierInsufficientPermissions, XMinioBackendDown, XMinioAdminTierBackendInUse if the
   * place is not empty.
   */
  addTier(call: Abortable & { readonly tier: NewTier }): Promise<void>;
  /** Replaces the credentials of a tier, which are tested first as in `addTier`. */
  editTier(
    call: Abortable & { readonly name: string; readonly credentials: TierCredentials },
  ): Promise<void>;
  /** Tests a tier as in `addTier`. */
  verifyTier(call: Abortable & { readonly name: string }): Promise<void>;
  /** Fails with XMinioAdminTierBackendNotEmpty unless it is empty. */
  removeTier(call: Abortable & { readonly name: string }): Promise<void>;
  /** Lists non-empty tiers, as last counted by the server. */
  listTierUsage(call?: Abortable): Promise<readonly TierUsage[]>;
}
