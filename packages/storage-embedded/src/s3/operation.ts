import type { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Reply } from '../http/reply.ts';

/** One call of the S3 API. */
export interface Operation {
  /** As S3's reference calls it. */
  readonly name: string;
  /** What the caller needs on the request's bucket and key; 'none' must be written. */
  readonly action: string | ((request: ApiRequest) => string);
  /** What callers are told who may not do it; AccessDenied when it is absent or has nothing to say. */
  refusal?(request: ApiRequest): S3Error | undefined;
  run(request: ApiRequest): Reply | Promise<Reply>;
}
