/** The refusal of a call by a storage server. */
export interface StorageRefusal {
  /**
   * The server's own code (`NoSuchBucket`, `XMinioAdminNoSuchUser`, …). If it sent none, a code
   * derived from the status (`AccessDenied`, `NotFound`, `ServiceUnavailable`, `HTTP418`), or
   * `InvalidResponse` for an unreadable response.
   */
  readonly code: string;
  /** HTTP status of the response. */
  readonly status: number;
  /** The server's message, for humans only. */
  readonly message: string;
  /** Path of the bucket or object, as named by the server. */
  readonly resource?: string | undefined;
  readonly requestId?: string | undefined;
  /** 'sts' if the refusal is an STS error document, which differs from S3's. */
  readonly api?: 'sts' | undefined;
  /** The server's name for itself, such as MinIO. */
  readonly server?: string | undefined;
}

/** The storage server refused the call. */
export class StorageRequestError extends Error implements StorageRefusal {
  readonly code: string;
  readonly status: number;
  readonly resource: string | undefined;
  readonly requestId: string | undefined;
  readonly api: 'sts' | undefined;
  readonly server: string | undefined;

  constructor(refusal: StorageRefusal) {
    super(refusal.message);
    this.name = 'StorageRequestError';
    this.code = refusal.code;
    this.status = refusal.status;
    this.resource = refusal.resource;
    this.requestId = refusal.requestId;
    this.api = refusal.api;
    this.server = refusal.server;
  }
}

/** There was no response: no connection, a broken one, or a peer that does not speak HTTP. */
export class StorageUnreachableError extends Error {
  constructor(cause: unknown) {
    super('The storage server cannot be reached.', { cause });
    this.name = 'StorageUnreachableError';
  }
}

/** The connection was established, but the response or its next bytes timed out. */
export class StorageTimeoutError extends Error {
  constructor(cause: unknown) {
    super('The storage server did not answer in time.', { cause });
    this.name = 'StorageTimeoutError';
  }
}

/** The pool is configured to refuse connections to the address. */
export class AddressRefusedError extends Error {
  constructor(address: string) {
    super(`Connections to ${address} are not allowed.`);
    this.name = 'AddressRefusedError';
  }
}
