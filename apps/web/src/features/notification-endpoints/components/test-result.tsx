import type { TargetTest } from '@stowage/contract/notification-endpoints';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { endpointsText } from '../en.ts';
import classes from './target-form.module.css';

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

type Seen = NonNullable<TargetTest['console']>;
type Step = Seen['steps'][number];

/** A table that is missing stops nothing. */
const isNoted = ({ failure }: Step) => failure === 'table-missing';

function StepLine({ step }: { readonly step: Step }) {
  const t = useText(endpointsText);
  const { failure } = step;
  const state = failure === undefined ? 'done' : isNoted(step) ? 'noted' : 'failed';
  return (
    <li className={classes.step} data-state={state}>
      {state === 'done' && <IconCircleCheck {...icon} />}
      {state === 'noted' && <IconAlertTriangle {...icon} />}
      {state === 'failed' && <IconCircleX {...icon} />}
      <span>
        {t(`test.step.${step.step}`)}:{' '}
        {failure === undefined ? t('test.ok') : t(`test.failure.${failure}`)}
      </span>
    </li>
  );
}

function FromConsole({ seen }: { readonly seen: TargetTest['console'] }) {
  const t = useText(endpointsText);
  if (seen === undefined) return <p>{t('test.noAddress')}</p>;
  const { host, port, steps } = seen;
  const fine = steps.every((step) => step.failure === undefined || isNoted(step));
  return (
    <>
      <p>{t('test.fromConsole', { host, port: String(port) })}</p>
      <ul className={classes.steps}>
        {steps.map((step) => (
          <StepLine key={step.step} step={step} />
        ))}
      </ul>
      <p className={classes.note}>{fine ? t('test.allFine') : t('test.elsewhere')}</p>
    </>
  );
}

/** What came of trying a target: what the storage server says, and what the console sees from its place. */
export function TestResult({ result }: { readonly result: TargetTest }) {
  const t = useText(endpointsText);
  const { passed, reason } = result.storage;
  return (
    <section
      className={classes.result}
      data-passed={passed || undefined}
      aria-label={t('test.result')}
    >
      <strong className={classes.verdict}>
        {passed ? <IconCircleCheck {...icon} /> : <IconCircleX {...icon} />}
        {passed ? t('test.passed') : t('test.failed')}
      </strong>
      {passed ? (
        <p className={classes.note}>{t('test.passedHint')}</p>
      ) : (
        <>
          <p>{t('test.reason', { reason })}</p>
          <FromConsole seen={result.console} />
        </>
      )}
    </section>
  );
}
