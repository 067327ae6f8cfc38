import type {
  IdentityTestFailure,
  IdentityTestStep,
} from '@stowage/contract/settings/identity-test';

const MAX_FOUND = 300;

/** A failed step of a test. */
export class StepError extends Error {
  readonly failure: IdentityTestFailure;
  readonly found: string | undefined;

  constructor(failure: IdentityTestFailure, found?: string) {
    super(failure);
    this.name = 'StepError';
    this.failure = failure;
    this.found = found;
  }
}

/** The result of a step that passed, or could not be determined. */
export interface Seen {
  readonly state?: 'unknown';
  readonly found?: string;
}

/** Runs the steps of a test and records each, whatever its result. */
export class Steps {
  readonly done: IdentityTestStep[] = [];

  /** Whether the step passed or could not be determined. @throws any error other than StepError */
  async take(step: IdentityTestStep['step'], work: () => Promise<Seen> | Seen): Promise<boolean> {
    try {
      const { state = 'passed', found } = await work();
      this.done.push({ step, state, ...shortened(found) });
      return true;
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      const { failure, found } = error;
      this.done.push({ step, state: 'failed', failure, ...shortened(found) });
      return false;
    }
  }
}

const shortened = (found?: string) =>
  found === undefined ? {} : { found: found.replace(/\p{Cc}/gu, ' ').slice(0, MAX_FOUND) };
