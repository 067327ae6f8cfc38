import { Autocomplete, type InputWrapperProps, Select, TextInput } from '@mantine/core';
import { ADMIN_ACTIONS, S3_ACTIONS } from '@stowage/domain/actions';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { Form, SubmitButton } from '#web/ui/form/form.tsx';
import classes from './access-explorer.module.css';
import { explorerText } from './en.ts';
import { type ExplorerValues, isNamed, problemsOf, SUBJECT_KINDS } from './model/question.ts';

interface QuestionFormProps {
  readonly values: ExplorerValues;
  readonly buckets: readonly string[];
  /** Whether the question covers all users and buckets. */
  readonly ofAll: boolean;
  readonly busy: boolean;
  readonly onAsk: (values: ExplorerValues) => void;
}

const ACTIONS = [...S3_ACTIONS, ...ADMIN_ACTIONS];
const OFFERED = 50;
/** Hints below the fields, so that labels and fields line up regardless of hint lengths. */
const inputWrapperOrder: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
];

/** Who, what, where, and under which conditions. */
export function QuestionForm({ values, buckets, ofAll, busy, onAsk }: QuestionFormProps) {
  const t = useText(explorerText);
  const form = useDraftForm({
    state: values,
    valuesOf: (state) => state,
    errorsOf: (draft) => {
      const { name, action, bucket, address, time } = problemsOf(draft, ofAll);
      return {
        name: name && t(`problem.${name}`),
        action: action && t(`problem.${action}`),
        bucket: bucket && t(`problem.${bucket}`),
        address: address && t(`problem.${address}`),
        time: time && t(`problem.${time}`),
      };
    },
  });
  return (
    <Form form={form} busy={busy} onSubmit={() => onAsk(form.values)} className={classes.form}>
      {!ofAll && (
        <Select
          label={t('subject')}
          allowDeselect={false}
          data={SUBJECT_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
          {...form.input('kind')}
        />
      )}
      {!ofAll && isNamed(form.values.kind) && (
        <TextInput label={t('name')} autoComplete="off" withAsterisk {...form.input('name')} />
      )}
      <Autocomplete
        label={t('action')}
        data={ACTIONS}
        limit={OFFERED}
        withAsterisk
        {...form.input('action')}
      />
      {!ofAll && (
        <Autocomplete
          label={t('bucket')}
          description={t('bucketHint')}
          inputWrapperOrder={inputWrapperOrder}
          data={[...buckets]}
          limit={OFFERED}
          {...form.input('bucket')}
        />
      )}
      <TextInput
        label={t('key')}
        description={t('keyHint')}
        inputWrapperOrder={inputWrapperOrder}
        {...form.input('key')}
      />
      <TextInput
        label={t('address')}
        description={t('addressHint')}
        inputWrapperOrder={inputWrapperOrder}
        {...form.input('address')}
      />
      <TextInput
        label={t('time')}
        description={t('timeHint')}
        inputWrapperOrder={inputWrapperOrder}
        type="datetime-local"
        {...form.input('time')}
      />
      <TextInput
        label={t('tags')}
        description={t('tagsHint')}
        inputWrapperOrder={inputWrapperOrder}
        {...form.input('tags')}
      />
      <div className={classes.ask}>
        <SubmitButton missing={form.missing} loading={busy}>
          {t('ask')}
        </SubmitButton>
      </div>
    </Form>
  );
}
