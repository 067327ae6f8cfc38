/** Why a job stops in the middle: 'lost' is one that another console has taken over. */
export type InterruptionReason = 'canceled' | 'session-ended' | 'stopping' | 'lost';

/** Aborts what a job is doing. */
export class Interruption extends Error {
  readonly reason: InterruptionReason;

  constructor(reason: InterruptionReason) {
    super(`the job stops: ${reason}`);
    this.name = 'Interruption';
    this.reason = reason;
  }
}
