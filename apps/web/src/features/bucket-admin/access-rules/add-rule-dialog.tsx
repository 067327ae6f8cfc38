import { TextInput } from '@mantine/core';
import type { AccessRule } from '@stowage/contract/bucket-admin/access';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useDraft } from '#web/ui/use-draft.ts';
import { AccessField } from './access-field.tsx';
import { accessRulesQuery, useSetAccessRule } from './api.ts';
import { accessRulesText } from './en.ts';
import { EMPTY_RULE, LONGEST_PREFIX, prefixError } from './model/rule-draft.ts';

interface AddRuleDialogProps extends DialogFrame {
  readonly bucket: string;
  readonly rules: readonly AccessRule[];
  /** Names the state of a prefix without a rule. */
  readonly noRule: string;
}

/** The field that the server refused, and its words. */
function serverError(error: Error | null): string | undefined {
  return error instanceof ApiError && error.field === 'prefix' ? error.detail : undefined;
}

/** Lets anonymous users read or write under a prefix. What was entered stays when that fails. */
export function AddRuleDialog(props: AddRuleDialogProps) {
  const { bucket, opened, rules, noRule, onClose, onExited } = props;
  const t = useText(accessRulesText);
  const queryClient = useQueryClient();
  const { draft, change } = useDraft(opened, EMPTY_RULE, (state) => state);
  const [left, setLeft] = useState(false);
  const set = useSetAccessRule(bucket);
  const error = prefixError(draft.prefix, rules);
  // A blank field is no error before somebody has been there.
  const shown =
    error !== undefined && (error !== 'blank' || left) ? t(`error.${error}`) : undefined;
  const save = () =>
    set.mutate(
      { ...draft, revision: noRule },
      {
        onSuccess: () => {
          showMessage(t('add.done', { access: draft.access, prefix: draft.prefix }));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onExited={onExited}
      title={t('add.title')}
      submitLabel={t('add.submit')}
      onSubmit={save}
      canSubmit={error === undefined}
      busy={set.isPending}
      failure={set.error}
      onReload={() => void queryClient.fetchQuery({ ...accessRulesQuery(bucket), staleTime: 0 })}
    >
      <TextInput
        label={t('field.prefix')}
        description={t('field.prefixHint')}
        required
        value={draft.prefix}
        maxLength={LONGEST_PREFIX}
        autoComplete="off"
        spellCheck={false}
        error={shown ?? serverError(set.error)}
        data-autofocus
        onBlur={() => setLeft(true)}
        onChange={(event) => {
          set.reset();
          change({ prefix: event.currentTarget.value });
        }}
      />
      <AccessField access={draft.access} onChange={(access) => change({ access })} />
    </FormDialog>
  );
}
