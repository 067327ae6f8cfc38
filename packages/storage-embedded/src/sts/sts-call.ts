import type { Exchange } from '../http/exchange.ts';
import type { Reply } from '../http/reply.ts';
import type { Target } from '../http/target.ts';
import type { Store } from '../store.ts';

/** The parameters of a call, from its form and its query. */
export type StsForm = ReadonlyMap<string, string>;

/** A call of STS whose version was found right. */
export interface StsCall {
  readonly store: Store;
  readonly exchange: Exchange;
  readonly target: Target;
  readonly form: StsForm;
  /** As it was sent, for signatures. */
  readonly body: Uint8Array;
}

/**
 * Answers one action.
 *
 * @throws StsError, S3Error
 */
export type StsAction = (call: StsCall) => Promise<Reply>;
