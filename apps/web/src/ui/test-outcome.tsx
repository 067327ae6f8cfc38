import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './test-outcome.module.css';

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

const marks = {
  passed: <IconCircleCheck {...icon} />,
  noted: <IconAlertTriangle {...icon} />,
  unknown: <IconHelpCircle {...icon} />,
  failed: <IconCircleX {...icon} />,
};

/** A tested step and its result: 'noted' is not a failure, 'unknown' could not be determined. */
export interface TestStep {
  readonly id: string;
  readonly state: keyof typeof marks;
  readonly name: string;
  readonly said: string;
}

/** The steps of a test, each with its result. */
export function TestSteps({ steps }: { readonly steps: readonly TestStep[] }) {
  return (
    <ul className={classes.steps}>
      {steps.map(({ id, state, name, said }) => (
        <li key={id} className={classes.step} data-state={state}>
          {marks[state]}
          <span>
            {name}: {said}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface TestOutcomeProps {
  readonly label: string;
  readonly passed: boolean;
  readonly verdict: string;
  /** Shown below everything else: what to do next. */
  readonly note?: string | undefined;
  readonly children?: ReactNode;
}

/** The result of testing settings before they are saved. */
export function TestOutcome({ label, passed, verdict, note, children }: TestOutcomeProps) {
  return (
    <section className={classes.outcome} data-passed={passed || undefined} aria-label={label}>
      <strong className={classes.verdict}>
        {marks[passed ? 'passed' : 'failed']}
        {verdict}
      </strong>
      {children}
      {note !== undefined && <p className={classes.note}>{note}</p>}
    </section>
  );
}
