import { Checkbox, TextInput } from '@mantine/core';
import { EVENT_TYPES } from '@stowage/contract/bucket-admin/events';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useSubscribeToEvent } from './api.ts';
import { eventsText } from './en.ts';
import { EMPTY_SUBSCRIPTION, subscriptionErrors } from './model/subscription.ts';
import classes from './subscribe-dialog.module.css';
import { TargetPicker } from './target-picker.tsx';

interface SubscribeDialogProps extends DialogFrame {
  readonly bucket: string;
}

const longestName = 1024;

/** Subscribes a target to events of a bucket. The input is kept on failure. */
export function SubscribeDialog({ bucket, ...frame }: SubscribeDialogProps) {
  const t = useText(eventsText);
  const form = useDraftForm({
    state: EMPTY_SUBSCRIPTION,
    valuesOf: (draft) => draft,
    errorsOf: subscriptionErrors,
  });
  const { values, input } = form;
  const subscribe = useSubscribeToEvent(bucket);
  const save = () =>
    subscribe.mutate(
      values,
      savedAndClosed(t('subscribe.done', { arn: values.arn, bucket }), frame),
    );
  return (
    <FormDialog
      {...frame}
      title={t('subscribe.title')}
      submitLabel={t('subscribe.submit')}
      onSubmit={save}
      form={form}
      busy={subscribe.isPending}
      size="lg"
    >
      <TargetPicker {...input('arn')} />
      <Checkbox.Group label={t('subscribe.events')} required {...input('events')}>
        <div className={classes.events}>
          {EVENT_TYPES.map((type) => (
            <Checkbox key={type} value={type} label={t(`type.${type}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label={t('subscribe.prefix')}
        description={t('subscribe.prefixHint')}
        maxLength={longestName}
        autoComplete="off"
        spellCheck={false}
        {...input('prefix')}
      />
      <TextInput
        label={t('subscribe.suffix')}
        description={t('subscribe.suffixHint')}
        maxLength={longestName}
        autoComplete="off"
        spellCheck={false}
        {...input('suffix')}
      />
    </FormDialog>
  );
}
