import type { IncomingHttpHeaders } from 'node:http';

/** A request as the server got it. */
export interface IncomingRequest {
  readonly method: string;
  /** Path as sent, before the `?`. */
  readonly rawPath: string;
  /** Query as sent, without the `?`; '' when there is none. */
  readonly rawQuery: string;
  readonly headers: IncomingHttpHeaders;
  /** Node's flat name-value list; needed for signed headers that came more than once. */
  readonly rawHeaders?: readonly string[] | undefined;
}
