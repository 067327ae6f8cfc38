/** Why a job stops midway: 'lost' means that another console has taken it over. */
export type InterruptionReason = 'canceled' | 'session-ended' | 'stopping' | 'lost';

/** Aborts the current work of a job. */
export class Interruption extends Error {
  readonly reason: InterruptionReason;

  constructor(reason: InterruptionReason) {
    super(`the job stops: ${reason}`);
    this.name = 'Interruption';
    this.reason = reason;
  }
}
