import { Button, Group } from '@mantine/core';
import type { PolicyDetail } from '@stowage/contract/identity/policies';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { PolicyEditor } from '#web/entities/policy-editor/policy-editor.tsx';
import { policyTextError } from '#web/entities/policy-editor/policy-text.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { readableJson } from '#web/lib/json/readable-json.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { Form, SubmitButton } from '#web/ui/form/form.tsx';
import { useUnsavedGuard } from '#web/ui/form/unsaved-guard.ts';
import { UnsavedQuestion } from '#web/ui/form-dialog.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { policiesText } from './en.ts';
import classes from './policies.module.css';
import { SavePolicyDialog } from './save-policy-dialog.tsx';

/** The policy text, for reading and editing. */
export function JsonSection({ policy }: { readonly policy: PolicyDetail }) {
  const t = useText(policiesText);
  const canChange = useRefusals()('admin:CreatePolicy') === undefined;
  const form = useDraftForm({
    state: policy,
    valuesOf: (state) => ({ policy: readableJson(state.policy) }),
    errorsOf: ({ policy: text }) => ({ policy: policyTextError(text) }),
  });
  const saving = useDialog<string>();
  const guard = useUnsavedGuard(form, true, false);
  const { value, onChange } = form.input('policy');
  const missing = form.missing ?? (form.isDirty() ? undefined : t('json.unchanged'));
  return (
    <>
      <SectionHeader title={t('section.json')} />
      <Form
        form={{ check: (element) => missing === undefined && form.check(element) }}
        busy={saving.frame.opened}
        onSubmit={() => saving.open(value)}
      >
        <PolicyEditor
          label={t('json.label')}
          value={value}
          onChange={onChange}
          readOnly={!canChange}
          error={form.missing}
        />
        <div className={classes.footer}>
          {guard.question ? (
            <UnsavedQuestion {...guard.question} />
          ) : (
            canChange && (
              <Group justify="flex-end" gap="sm">
                {!policy.builtIn && (
                  <Button variant="default" disabled={value === ''} onClick={() => onChange('')}>
                    {t('json.clear')}
                  </Button>
                )}
                <SubmitButton missing={missing}>{t('json.save')}</SubmitButton>
              </Group>
            )
          )}
          {!canChange && <p className={classes.note}>{t('json.readOnly')}</p>}
        </div>
      </Form>
      {saving.subject !== undefined && (
        <SavePolicyDialog
          key={saving.turn}
          {...saving.frame}
          base={form.base}
          text={saving.subject}
          onSaved={form.restart}
        />
      )}
    </>
  );
}
