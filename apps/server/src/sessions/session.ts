/** Temporary credentials of the storage server. */
export interface TemporaryCredentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The keys that a user typed in. */
export interface LoginKeys {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Asks the storage server for temporary credentials, as STS AssumeRole does. */
export type AssumeRole = (keys: LoginKeys) => Promise<TemporaryCredentials>;

/** A session that is open, with what its calls to the storage server need. */
export interface Session {
  /** Hash of the cookie's value: names the session inside the console and opens nothing. */
  readonly key: string;
  readonly accountName: string;
  readonly credentials: TemporaryCredentials;
}

/** How long sessions last, in milliseconds. */
export interface SessionLimits {
  /** Without a request for so long a session ends. */
  readonly idle: number;
  /** So long after login it ends in any case. */
  readonly total: number;
}
