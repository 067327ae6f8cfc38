import { Button, TextInput } from '@mantine/core';
import {
  type IdentityTestStep,
  type TestedIdentity,
  testIdentity,
} from '@stowage/contract/settings/identity-test';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ConfigChange, saveBody } from '#web/entities/config/config-fields.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { ErrorBanner } from '#web/ui/error-banner.tsx';
import { TestOutcome, TestSteps } from '#web/ui/test-outcome.tsx';
import { identityTestText } from './en.ts';

function Result({ steps }: { readonly steps: readonly IdentityTestStep[] }) {
  const t = useText(identityTestText);
  const passed = steps.every(({ state }) => state !== 'failed');
  const saidOf = ({ step, state, failure, found = '' }: IdentityTestStep): string => {
    const shown = visibleName(found);
    if (state === 'passed') return shown || t(step === 'memberships' ? 'noGroups' : 'ok');
    if (state === 'unknown') return [t('unknown'), shown].filter((text) => text !== '').join(' ');
    return failure === undefined ? '' : t(`failure.${failure}`, { found: shown });
  };
  return (
    <TestOutcome
      label={t('result')}
      passed={passed}
      verdict={t(passed ? 'passed' : 'failed')}
      note={t(passed ? 'passedHint' : 'failedHint')}
    >
      <TestSteps
        steps={steps.map((step) => ({
          id: step.step,
          state: step.state,
          name: t(`step.${step.step}`),
          said: saidOf(step),
        }))}
      />
    </TestOutcome>
  );
}

interface IdentityTestProps {
  readonly name: TestedIdentity;
  /** The default target if omitted. */
  readonly target: string | undefined;
  /** What saving would change, tested together with the stored settings. */
  readonly changes: readonly ConfigChange[];
}

/** Tests the provider with the settings in the form, and says which step fails. */
export function IdentityTest({ name, target, changes }: IdentityTestProps) {
  const t = useText(identityTestText);
  const query = target === undefined ? {} : { arn_resource_id: target };
  const [loginName, setLoginName] = useState('');
  const isDirectory = name === 'identity_ldap';
  const wish = {
    params: { name },
    query,
    body: { ...saveBody(changes), ...(isDirectory && { login_name: loginName.trim() }) },
  };
  const test = useMutation({
    mutationFn: (tried: typeof wish) => call(testIdentity, tried),
    meta: { errors: 'caller' },
    // The variables contain the secret.
    gcTime: 0,
  });
  // The result does not apply to values entered since.
  const isOfForm = JSON.stringify(test.variables) === JSON.stringify(wish);
  return (
    <>
      {isDirectory && (
        <TextInput
          label={t('loginName')}
          description={t('loginNameHint')}
          value={loginName}
          maxLength={1024}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setLoginName(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // Does not submit the surrounding form, which saves.
            event.preventDefault();
            test.mutate(wish);
          }}
        />
      )}
      <div>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate(wish)}>
          {t('action')}
        </Button>
      </div>
      {test.error && (
        <ErrorBanner
          message={test.error.message}
          detail={test.error instanceof ApiError ? test.error.detail : undefined}
          onClose={test.reset}
        />
      )}
      <div role="status">
        {test.isPending && t('running')}
        {test.data && isOfForm && <Result steps={test.data.steps} />}
      </div>
    </>
  );
}
