import type { Abortable } from '../s3/types.ts';

/** A service account as the server lists it; a server says more or less of the same account. */
export interface ServiceAccountInfo {
  readonly accessKey: string;
  /** '' where the server does not say it in this list. */
  readonly parent: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  /** Whether it may all that its parent may: it has no policy of its own. */
  readonly impliedPolicy: boolean;
  /** ISO 8601; undefined when it never expires. */
  readonly expiration?: string | undefined;
  /** ISO 8601; undefined where the server does not tell. */
  readonly createdAt?: string | undefined;
  /** ISO 8601, coarse; undefined where the server does not tell, or where it was never used. */
  readonly lastUsed?: string | undefined;
}

/** The same, asked for by its access key. */
export interface ServiceAccountDetails extends ServiceAccountInfo {
  /** JSON: its own policy, or what its parent may. */
  readonly policy: string;
  /** Policies of the keys that made it, which narrow it as well; the embedded store has them. */
  readonly inheritedPolicies: number;
}

export interface NewServiceAccount extends Abortable {
  /** The caller's own account when left out. */
  readonly user?: string | undefined;
  /** The server makes keys when they are left out. */
  readonly keys?: { readonly accessKey: string; readonly secretKey: string } | undefined;
  /** JSON; what the parent may when left out. */
  readonly policy?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** ISO 8601; never when left out. */
  readonly expiration?: string | undefined;
}

/** What is to change; what is left out stays, except for the policy at MinIO (see `policy`). */
export interface ServiceAccountChange extends Abortable {
  readonly accessKey: string;
  /** JSON; null takes it away. MinIO takes it away too when it is left out. */
  readonly policy?: string | null | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** ISO 8601; null for never. */
  readonly expiration?: string | null | undefined;
  readonly enabled?: boolean | undefined;
}

export interface ServiceAccountOperations {
  /** The new keys: the secret is told this once. */
  addServiceAccount(
    call: NewServiceAccount,
  ): Promise<{ readonly accessKey: string; readonly secretKey: string }>;
  updateServiceAccount(call: ServiceAccountChange): Promise<void>;
  /** Those of the caller's account, or of a user. */
  listServiceAccounts(
    call?: Abortable & { readonly user?: string | undefined },
  ): Promise<readonly ServiceAccountInfo[]>;
  getServiceAccount(
    call: Abortable & { readonly accessKey: string },
  ): Promise<ServiceAccountDetails>;
  deleteServiceAccount(call: Abortable & { readonly accessKey: string }): Promise<void>;
  /**
   * The service accounts of everybody by parent, without parents that have none. MinIO tells of
   * each only its access key and when it expires.
   */
  listAllServiceAccounts(
    call?: Abortable,
  ): Promise<Readonly<Record<string, readonly ServiceAccountInfo[]>>>;
  /** The access keys of all users and that of root. */
  listAllAccounts(call?: Abortable): Promise<readonly string[]>;
}
