/**
 * Who may do something that one console at a time does. A lease ends by itself after
 * its time, so that a console that was killed holds nobody up.
 */
export interface LeaseStore {
  /** Takes a lease that is free, has ended or is this holder's already; false where another has it. */
  take(name: string, holder: string, milliseconds: number): Promise<boolean>;
  /** Holds on to it for so long from now; false where somebody else has had it since. */
  renew(name: string, holder: string, milliseconds: number): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
  /** Drops what ended. */
  prune(): Promise<void>;
}
