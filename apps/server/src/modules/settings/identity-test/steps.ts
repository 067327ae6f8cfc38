import type {
  IdentityTestFailure,
  IdentityTestStep,
} from '@stowage/contract/settings/identity-test';

const MAX_FOUND = 300;

/** A step of a test that did not go well. */
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

/** What is seen when a step went well, or cannot be known. */
export interface Seen {
  readonly state?: 'unknown';
  readonly found?: string;
}

/** Steps of a test as they go; each is noted whatever comes of it. */
export class Steps {
  readonly done: IdentityTestStep[] = [];

  /** Whether the step went well, or nobody knows. @throws whatever is no StepError */
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
