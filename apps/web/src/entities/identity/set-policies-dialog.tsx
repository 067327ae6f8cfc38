import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { type PolicyHolder, policyNamesQuery, useSetPolicies } from './api.ts';
import { identityText } from './en.ts';
import { NamePicker } from './name-picker.tsx';
import { OwnAccountWarning, without } from './own-account-warning.tsx';
import { SelectedName } from './selected-name.tsx';

interface SetPoliciesDialogProps extends DialogFrame {
  readonly holder: PolicyHolder;
  /** Reloads the user or group after a conflicting change. */
  readonly reload: () => Promise<PolicyHolder | undefined>;
}

/** Selects the policies of a user or group. */
export function SetPoliciesDialog({ holder, reload, ...frame }: SetPoliciesDialogProps) {
  const t = useText(identityText);
  const form = useDraftForm({
    state: holder,
    valuesOf: ({ policies }) => ({ name: policies }),
    errorsOf: () => ({}),
  });
  const save = useSetPolicies();
  const { type, name } = holder;
  const isLess = without(form.base.policies, form.values.name).length > 0;
  return (
    <FormDialog
      {...frame}
      title={t('setPolicies.title')}
      submitLabel={t('setPolicies.save')}
      form={form}
      onSubmit={() =>
        save.mutate(
          { ...form.base, policies: form.values.name },
          savedAndClosed(t('setPolicies.done', { name }), frame),
        )
      }
      busy={save.isPending}
      onReload={form.restartWith(reload)}
      secondary={
        <Button
          variant="default"
          disabled={save.isPending}
          onClick={() => form.set({ name: form.base.policies })}
        >
          {t('setPolicies.reset')}
        </Button>
      }
    >
      <SelectedName label={t(`setPolicies.${type}`)} name={name} />
      <NamePicker
        label={t('setPolicies.policies')}
        query={useQuery(policyNamesQuery)}
        data-autofocus
        {...form.input('name')}
      />
      <OwnAccountWarning losing={type === 'user' && isLess ? [name] : []} />
    </FormDialog>
  );
}
