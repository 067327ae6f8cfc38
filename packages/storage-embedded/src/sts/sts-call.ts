import type { Exchange } from '../http/exchange.ts';
import type { Reply } from '../http/reply.ts';
import type { Target } from '../http/target.ts';
import type { Store } from '../store.ts';

/** The parameters of a call, from its form and its query. */
export type StsForm = ReadonlyMap<string, string>;

/** An STS call with a supported version. */
export interface StsCall {
  readonly store: Store;
  readonly exchange: Exchange;
  readonly target: Target;
  readonly form: StsForm;
  /** The body as sent, for signatures. */
  readonly body: Uint8Array;
}

/**
 * Performs an action.
 *
 * @throws StsError, S3Error
 */
export type StsAction = (call: StsCall) => Promise<Reply>;
