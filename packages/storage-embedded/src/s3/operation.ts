import type { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Reply } from '../http/reply.ts';

/** An operation of the S3 API. */
export interface Operation {
  /** Its name in the S3 API reference. */
  readonly name: string;
  /** The action required on the request's bucket and key; 'none' must be explicit. */
  readonly action: string | ((request: ApiRequest) => string);
  /**
   * The error for callers who lack permission; AccessDenied if absent or if it returns undefined.
   */
  refusal?(request: ApiRequest): S3Error | undefined;
  run(request: ApiRequest): Reply | Promise<Reply>;
}
