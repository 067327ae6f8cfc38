import { S3Error, type S3ErrorCode } from '@stowage/storage-wire/s3-error';

/** What an error refers to, if not the request's own bucket and key. */
export interface RefusedPlace {
  readonly bucket: string;
  readonly key: string;
}

/**
 * An S3 error with additional details for the response: headers such as the ETag of a 412, or a
 * different bucket and key.
 */
export class Refusal extends S3Error {
  readonly headers: readonly string[];
  readonly place: RefusedPlace | undefined;

  constructor(
    code: S3ErrorCode,
    more: { headers?: readonly string[]; place?: RefusedPlace; detail?: string },
  ) {
    super(code, more.detail);
    this.headers = more.headers ?? [];
    this.place = more.place;
  }
}

/**
 * Runs a step that concerns a different bucket or key than the request's.
 *
 * @throws Refusal in place of the step's S3Error
 */
export function about<T>(place: RefusedPlace, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof S3Error) {
      const headers = error instanceof Refusal ? error.headers : [];
      throw new Refusal(error.code, { headers, place, detail: error.message });
    }
    throw error;
  }
}
