/** What a storage server said when it refused a call. */
export interface StorageRefusal {
  /**
   * The server's own code (`NoSuchBucket`, `XMinioAdminNoSuchUser`, …). Where it sent none: one by
   * status (`AccessDenied`, `NotFound`, `ServiceUnavailable`, `HTTP418`), or `InvalidResponse` for
   * an answer that could not be read.
   */
  readonly code: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** The server's sentence, for people only. */
  readonly message: string;
  /** Path of the bucket or object, as the server names it. */
  readonly resource?: string | undefined;
  readonly requestId?: string | undefined;
  /** 'sts' where the refusal came in the document of an STS, which S3 has not. */
  readonly api?: 'sts' | undefined;
  /** What the server calls itself, such as MinIO. */
  readonly server?: string | undefined;
}

/** The storage server answered, and the answer was no. */
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

/** No answer came: no connection, a broken one, or something that does not speak HTTP. */
export class StorageUnreachableError extends Error {
  constructor(cause: unknown) {
    super('The storage server cannot be reached.', { cause });
    this.name = 'StorageUnreachableError';
  }
}

/** The connection stood, but the answer or its next bytes did not come in time. */
export class StorageTimeoutError extends Error {
  constructor(cause: unknown) {
    super('The storage server did not answer in time.', { cause });
    this.name = 'StorageTimeoutError';
  }
}

/** The address is one that the pool of connections was told not to connect to. */
export class AddressRefusedError extends Error {
  constructor(address: string) {
    super(`Connections to ${address} are not allowed.`);
    this.name = 'AddressRefusedError';
  }
}
