import type { ApiRequest } from '../api-request.ts';
import type { Reply } from '../http/reply.ts';

/** One call of the S3 API. */
export interface Operation {
  /** As S3's reference calls it. */
  readonly name: string;
  /** What the caller needs on the request's bucket and key; 'none' must be written. */
  readonly action: string | ((request: ApiRequest) => string);
  run(request: ApiRequest): Reply | Promise<Reply>;
}
