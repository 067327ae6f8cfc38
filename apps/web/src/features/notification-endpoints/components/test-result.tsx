import type { TargetTest } from '@stowage/contract/notification-endpoints';
import { useText } from '#web/lib/i18n/messages.ts';
import { TestOutcome, type TestStep, TestSteps } from '#web/ui/test-outcome.tsx';
import { endpointsText } from '../en.ts';

type Seen = NonNullable<TargetTest['console']>;

/** Returns the state of a step. A missing table is noted but is not a failure. */
function stateOf({ failure }: Seen['steps'][number]): TestStep['state'] {
  if (failure === undefined) return 'passed';
  return failure === 'table-missing' ? 'noted' : 'failed';
}

function FromConsole({ host, port, steps }: Seen) {
  const t = useText(endpointsText);
  return (
    <>
      <p>{t('test.fromConsole', { host, port: String(port) })}</p>
      <TestSteps
        steps={steps.map((step) => ({
          id: step.step,
          state: stateOf(step),
          name: t(`test.step.${step.step}`),
          said: step.failure === undefined ? t('test.ok') : t(`test.failure.${step.failure}`),
        }))}
      />
    </>
  );
}

/**
 * The result of testing a target: the storage server's response, and what the console can reach.
 */
export function TestResult({ result }: { readonly result: TargetTest }) {
  const t = useText(endpointsText);
  const { passed, reason } = result.storage;
  const seen = result.console;
  if (passed) {
    return (
      <TestOutcome
        passed
        label={t('test.result')}
        verdict={t('test.passed')}
        note={t('test.passedHint')}
      />
    );
  }
  const isFine = seen?.steps.every((step) => stateOf(step) !== 'failed');
  return (
    <TestOutcome
      passed={false}
      label={t('test.result')}
      verdict={t('test.failed')}
      note={seen && t(isFine ? 'test.allFine' : 'test.elsewhere')}
    >
      <p>{t('test.reason', { reason })}</p>
      {seen ? <FromConsole {...seen} /> : <p>{t('test.noAddress')}</p>}
    </TestOutcome>
  );
}
