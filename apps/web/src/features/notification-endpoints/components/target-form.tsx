import { Button, TextInput } from '@mantine/core';
import type { TargetKind } from '@stowage/domain/notification-targets/target-kinds';
import { useState } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { ErrorBanner } from '#web/ui/error-banner.tsx';
import { type DraftForm, useDraftForm } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import { Form, refusedFor, SubmitButton } from '#web/ui/form/form.tsx';
import { useUnsavedGuard } from '#web/ui/form/unsaved-guard.ts';
import { UnsavedQuestion } from '#web/ui/form-dialog.tsx';
import { useSaveTarget, useTestTarget } from '../api.ts';
import { endpointsText } from '../en.ts';
import { fieldsText } from '../fields-text.ts';
import {
  changedTarget,
  connectionKeyOf,
  followConnection,
  formProblems,
  inputOf,
  newTarget,
  settingTexts,
  type TargetState,
  type TargetValues,
  targetValues,
} from '../model/target-form.ts';
import { ConnectionFields } from './connection-fields.tsx';
import { settingSpecs } from './setting-specs.ts';
import classes from './target-form.module.css';
import { TestResult } from './test-result.tsx';

interface TargetFormProps {
  readonly kind: TargetKind;
  /** For an existing target. */
  readonly name?: string;
  readonly state: TargetState;
  /** Reloads the target after a conflicting change. */
  readonly reload: () => Promise<TargetState | undefined>;
}

type Draft = DraftForm<TargetState, TargetValues>;

function useTargetDraft({ kind, state }: TargetFormProps): Draft {
  const t = useText(endpointsText);
  return useDraftForm({
    state,
    valuesOf: (from) => targetValues(kind, from),
    errorsOf: (values) =>
      Object.fromEntries(
        Object.entries(formProblems(kind, values)).map(([path, problem]) => [
          path,
          t(`problem.${problem}`),
        ]),
      ),
    follow: (values, before) => followConnection(kind, values, before),
  });
}

/** Shows an error from the server at its input. */
function refuseAt(form: Draft, error: Error): void {
  if (!(error instanceof ApiError) || error.field === undefined) return;
  const path = error.field === 'arn_resource_id' ? 'name' : inputOf(error.field, form.values);
  form.refuse(path, error.detail || error.message);
}

function SettingFields({
  kind,
  state,
  form,
}: Pick<TargetFormProps, 'kind' | 'state'> & { readonly form: Draft }) {
  const t = useText(endpointsText);
  const words = useText(fieldsText);
  const [unfolded, setUnfolded] = useState(false);
  const connectionKey = connectionKeyOf(kind);
  const lockedBy = new Map(
    state.key_values.flatMap(({ key, locked_by }) =>
      locked_by === undefined ? [] : [[key, locked_by] as const],
    ),
  );
  const specs = settingSpecs(kind, words, lockedBy);
  const more = specs.filter(({ extra }) => extra);
  const fields = form.part('settings');
  return (
    <>
      {connectionKey && (
        <ConnectionFields connectionKey={connectionKey} fields={form.part('connection')} />
      )}
      <FieldList specs={specs.filter(({ extra }) => !extra)} fields={fields} />
      {more.length > 0 && !unfolded && (
        <Button
          className={classes.more ?? ''}
          variant="default"
          size="xs"
          onClick={() => setUnfolded(true)}
        >
          {t('more')}
        </Button>
      )}
      {unfolded && <FieldList specs={more} fields={fields} />}
    </>
  );
}

/** The settings of a target, with buttons to test and save them. */
export function TargetForm(props: TargetFormProps) {
  const { kind, name, reload } = props;
  const t = useText(endpointsText);
  const go = useGo();
  const form = useTargetDraft(props);
  const save = useSaveTarget();
  const test = useTestTarget();
  const settings = settingTexts(kind, form.values);
  // The result does not apply to values entered since.
  const isOfForm = JSON.stringify(test.variables?.settings) === JSON.stringify(settings);
  const failure = save.error ?? test.error;
  const guard = useUnsavedGuard(form, true, save.error !== null);
  const onError = (error: Error) => refuseAt(form, error);
  const outdated = failure instanceof ApiError && failure.code === 'ChangedMeanwhile';

  const submit = () => {
    test.reset();
    guard.onSent();
    const { values, base } = form;
    const change = name === undefined ? newTarget(kind, values) : changedTarget(kind, values, base);
    save.mutate(
      { kind, name: name ?? values.name, revision: base.revision, ...change },
      {
        onSuccess: () => {
          showMessage(t('add.saved'));
          go(pagePath('notificationEndpoints'));
        },
        onError,
      },
    );
  };
  const tryOut = () => {
    save.reset();
    test.mutate({ kind, name, settings }, { onError });
  };
  const startAgain = () => {
    save.reset();
    form.restartWith(reload)();
  };

  return (
    <Form className={classes.form} form={form} busy={save.isPending} onSubmit={submit}>
      {name === undefined ? (
        <TextInput
          label={t('name.label')}
          description={t('name.hint')}
          autoComplete="off"
          spellCheck={false}
          {...form.input('name')}
        />
      ) : (
        <FieldList
          specs={[
            {
              ...{ kind: 'switch', name: 'enabled' },
              ...{ label: t('enabled.label'), description: t('enabled.hint') },
            },
          ]}
          fields={form}
        />
      )}
      <SettingFields {...props} form={form} />
      {failure !== null && (
        <ErrorBanner
          key={failure.message}
          inView
          unfolded
          message={failure.message}
          detail={failure instanceof ApiError ? failure.detail : undefined}
          action={
            outdated && (
              <Button size="xs" variant="default" onClick={startAgain}>
                {t('load.again')}
              </Button>
            )
          }
          onClose={() => {
            save.reset();
            test.reset();
          }}
        />
      )}
      <div role="status">
        {test.isPending && t('test.running')}
        {test.data && isOfForm && <TestResult result={test.data} />}
      </div>
      {guard.question ? (
        <UnsavedQuestion {...guard.question} />
      ) : (
        <div className={classes.footer}>
          <Button
            variant="default"
            loading={test.isPending}
            disabled={save.isPending}
            onClick={({ currentTarget }) => {
              if (currentTarget.form !== null && form.check(currentTarget.form)) tryOut();
            }}
            {...refusedFor(form.missing)}
          >
            {t('test.action')}
          </Button>
          <SubmitButton missing={form.missing} loading={save.isPending}>
            {t('add.save')}
          </SubmitButton>
        </div>
      )}
    </Form>
  );
}
