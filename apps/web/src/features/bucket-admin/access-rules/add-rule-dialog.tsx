import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { AccessField } from './access-field.tsx';
import { accessRulesQuery, useSetAccessRule } from './api.ts';
import { accessRulesText } from './en.ts';
import { EMPTY_RULE, LONGEST_PREFIX, prefixError } from './model/rule-draft.ts';

interface AddRuleDialogProps extends DialogFrame {
  readonly bucket: string;
}

/** Lets anonymous users read or write below a prefix. The input is kept on failure. */
export function AddRuleDialog({ bucket, ...frame }: AddRuleDialogProps) {
  const t = useText(accessRulesText);
  const list = useQuery(accessRulesQuery(bucket));
  const form = useDraftForm({
    state: EMPTY_RULE,
    valuesOf: (rule) => rule,
    errorsOf: ({ prefix }) => {
      const error = prefixError(prefix, list.data?.accessRules ?? []);
      return { prefix: error && t(`error.${error}`) };
    },
  });
  const { values, input } = form;
  const set = useSetAccessRule(bucket);
  const save = () =>
    set.mutate(
      // The revision of having no rule, so that one added meanwhile is not replaced.
      { ...values, revision: list.data?.noRule ?? '' },
      savedAndClosed(t('add.done', { ...values }), frame),
    );
  return (
    <FormDialog
      {...frame}
      title={t('add.title')}
      submitLabel={t('add.submit')}
      onSubmit={save}
      form={form}
      busy={set.isPending}
      onReload={() => void list.refetch()}
    >
      <TextInput
        label={t('field.prefix')}
        description={t('field.prefixHint')}
        required
        maxLength={LONGEST_PREFIX}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...input('prefix')}
      />
      <AccessField {...input('access')} />
    </FormDialog>
  );
}
