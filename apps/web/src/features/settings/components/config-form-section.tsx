import { Button, Group, TextInput } from '@mantine/core';
import type { ConfigDetail } from '@stowage/contract/settings/configs';
import { Suspense, useMemo } from 'react';
import {
  type ConfigDraft,
  changesOf,
  draftErrors,
  draftOf,
  fieldsOf,
} from '#web/entities/config/config-fields.ts';
import { ConfigFieldList } from '#web/entities/config/config-form.tsx';
import { configText } from '#web/entities/config/en.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { Form, SubmitButton } from '#web/ui/form/form.tsx';
import { useUnsavedGuard } from '#web/ui/form/unsaved-guard.ts';
import { UnsavedQuestion } from '#web/ui/form-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { useDialog } from '#web/ui/use-dialog.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { settingsText } from '../en.ts';
import { declaredFields, isTile } from '../model/config-forms.ts';
import { isTested } from '../model/tested-identity.ts';
import classes from '../settings.module.css';
import { ResetDialog } from './reset-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';

const IdentityTest = lazyPart(() => import('../identity-test/identity-test.tsx'), 'IdentityTest');

/** The key of a new target's name, next to its settings. */
const TARGET = 'target__name';
const TARGET_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

interface SectionProps {
  readonly detail: ConfigDetail;
  /** The default target if omitted. */
  readonly target: string | undefined;
  /** Whether the form is for a target that does not exist yet. */
  readonly adding: boolean;
}

/** Returns the settings of a target for which nothing is set. */
function withDefaults(detail: ConfigDetail): ConfigDetail {
  return {
    ...detail,
    key_values: detail.key_values.map(({ locked_by: _, secret, default: byDefault, ...value }) => ({
      ...value,
      value: byDefault ?? '',
      ...(byDefault !== undefined && { default: byDefault }),
      ...(secret && { secret: { is_set: false } }),
    })),
  };
}

/**
 * Returns the initial draft. A target that was never set is enabled, as MinIO does when it is
 * saved.
 */
function draftOfDetail(detail: ConfigDetail, isNew: boolean): ConfigDraft {
  const draft = draftOf(fieldsOf(detail.key_values, declaredFields(detail.name)));
  const wantsOn = isNew && 'enable' in draft;
  return { ...draft, ...(wantsOn && { enable: true }), [TARGET]: '' };
}

function useConfigForm({ detail, adding }: SectionProps) {
  const t = useText(settingsText);
  const words = useText(configText);
  const state = useMemo(() => (adding ? withDefaults(detail) : detail), [adding, detail]);
  const fields = useMemo(
    () => fieldsOf(state.key_values, declaredFields(detail.name)),
    [state, detail.name],
  );
  const isNew = adding || (!detail.stored && isTile(detail.name));
  const form = useDraftForm({
    state,
    valuesOf: (now) => draftOfDetail(now, isNew),
    errorsOf: (draft) => {
      const name = String(draft[TARGET]);
      const taken = detail.targets.some((one) => one.name === name);
      const nameError = TARGET_NAME.test(name)
        ? taken && t('form.targetTaken')
        : t('form.targetError');
      return {
        ...(adding && nameError && { [TARGET]: nameError }),
        ...draftErrors(fields, draft, {
          empty: words('empty'),
          number: words('number'),
          quotes: words('quotes'),
          oneLine: words('oneLine'),
          takenFor: (key) => words('takenFor', { key }),
        }),
      };
    },
  });
  return { fields, form, changes: changesOf(fields, form.values) };
}

interface FooterProps {
  readonly missing: string | undefined;
  readonly resetLabel: string | undefined;
  readonly onReset: () => void;
}

function Footer({ missing, resetLabel, onReset }: FooterProps) {
  const t = useText(settingsText);
  return (
    <Group justify="flex-end" gap="sm">
      {resetLabel !== undefined && (
        <Button variant="default" className={classes.danger ?? ''} onClick={onReset}>
          {resetLabel}
        </Button>
      )}
      <span className={classes.gap} />
      <SubmitButton missing={missing}>{t('form.save')}</SubmitButton>
    </Group>
  );
}

/** The form of a configuration, or of one of its targets. */
export function ConfigFormSection(props: SectionProps) {
  const { detail, target, adding } = props;
  const t = useText(settingsText);
  const go = useGo();
  const { fields, form, changes } = useConfigForm(props);
  const reviewing = useDialog<typeof changes>();
  const resetting = useDialog<true>();
  const guard = useUnsavedGuard(form, true, false);
  const missing = form.missing ?? (changes.length === 0 ? t('form.unchanged') : undefined);
  const labels = detail.name === 'region' ? { name: t('form.serverLocation') } : {};
  const isLocked = fields.some(({ lockedBy }) => lockedBy !== undefined);
  const isNamed = target !== undefined;
  const turnsOn = !adding && changes.some(({ key, to }) => key === 'enable' && to === 'on');
  const canReset = !adding && (isNamed || !detail.multiple || detail.stored);
  const leave = () => {
    guard.onSent();
    go(pagePath('settings'));
  };
  return (
    <>
      <Form
        className={classes.form}
        form={{ check: (element) => form.check(element) && missing === undefined }}
        busy={reviewing.frame.opened}
        onSubmit={() => reviewing.open(changes)}
      >
        {isLocked && <WarningNote>{t('form.locked')}</WarningNote>}
        {turnsOn && <p className={classes.text}>{t('form.turnsOn')}</p>}
        {adding && (
          <TextInput
            label={t('form.targetName')}
            withAsterisk
            autoComplete="off"
            spellCheck={false}
            {...form.input(TARGET)}
          />
        )}
        <ConfigFieldList fields={fields} form={form} labels={labels} />
        {isTested(detail.name) && (
          <Suspense fallback={null}>
            <IdentityTest
              name={detail.name}
              target={adding ? String(form.values[TARGET]) || '_new' : target}
              changes={changes}
            />
          </Suspense>
        )}
        <div className={classes.footer}>
          <p className={classes.text}>{t(detail.restart ? 'form.restart' : 'form.atOnce')}</p>
          {guard.question ? (
            <UnsavedQuestion {...guard.question} />
          ) : (
            <Footer
              missing={missing}
              resetLabel={canReset ? t(isNamed ? 'form.remove' : 'form.reset') : undefined}
              onReset={() => resetting.open(true)}
            />
          )}
        </div>
      </Form>
      {reviewing.subject && (
        <ReviewDialog
          key={reviewing.turn}
          {...reviewing.frame}
          base={form.base}
          target={adding ? String(form.values[TARGET]) : target}
          revision={adding ? 'none' : form.base.revision}
          changes={reviewing.subject}
          labels={{ enable: t('form.enabled'), ...labels }}
          form={form}
          onSaved={leave}
        />
      )}
      {resetting.subject && (
        <ResetDialog
          key={resetting.turn}
          {...resetting.frame}
          detail={form.base}
          target={target}
          onDone={leave}
        />
      )}
    </>
  );
}
