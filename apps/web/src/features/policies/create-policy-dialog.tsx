import { TextInput } from '@mantine/core';
import { NO_POLICY } from '@stowage/contract/identity/policies';
import { PolicyEditor } from '#web/entities/policy-editor/policy-editor.tsx';
import { policyTextError } from '#web/entities/policy-editor/policy-text.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useSavePolicy } from './api.ts';
import { policiesText } from './en.ts';

interface CreatePolicyDialogProps extends DialogFrame {
  /** Names already in use, as far as known. */
  readonly names: readonly string[];
  readonly onCreated: (name: string) => void;
}

const empty = { name: '', policy: '' };

function nameError(
  t: Translate<(typeof policiesText)['english']>,
  name: string,
  names: readonly string[],
): string | undefined {
  if (name.trim() === '') return t('create.noName');
  if (name.length > 256 || name !== name.trim() || /[,\p{Cc}]/u.test(name)) {
    return t('create.badName');
  }
  return names.includes(name) ? t('create.taken') : undefined;
}

/** Creates a policy from a name and a text. */
export function CreatePolicyDialog({ names, onCreated, ...frame }: CreatePolicyDialogProps) {
  const t = useText(policiesText);
  const save = useSavePolicy();
  const form = useDraftForm({
    state: empty,
    valuesOf: (state) => state,
    errorsOf: ({ name, policy }) => ({
      name: nameError(t, name, names),
      policy: policyTextError(policy),
    }),
  });
  const { name, policy } = form.values;
  const { onChange, error } = form.input('policy');
  const close = () => {
    frame.onClose();
    onCreated(name);
  };
  return (
    <FormDialog
      {...frame}
      title={t('create.title')}
      submitLabel={t('create.save')}
      form={form}
      busy={save.isPending}
      size="xl"
      onSubmit={() =>
        save.mutate(
          { name, policy, revision: NO_POLICY },
          savedAndClosed(t('create.done'), { onClose: close }),
        )
      }
    >
      <TextInput
        label={t('create.name')}
        autoComplete="off"
        data-autofocus
        withAsterisk
        {...form.input('name')}
      />
      <div data-path="policy">
        <PolicyEditor
          label={t('create.policy')}
          value={policy}
          onChange={onChange}
          error={typeof error === 'string' ? error : undefined}
        />
      </div>
    </FormDialog>
  );
}
