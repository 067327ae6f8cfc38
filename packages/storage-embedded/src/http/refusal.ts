import { S3Error, type S3ErrorCode } from '@stowage/storage-wire/s3-error';

/** An S3 error whose answer carries headers of its own, such as the ETag of a 412. */
export class Refusal extends S3Error {
  readonly headers: readonly string[];

  constructor(code: S3ErrorCode, headers: readonly string[], detail?: string) {
    super(code, detail);
    this.headers = headers;
  }
}
