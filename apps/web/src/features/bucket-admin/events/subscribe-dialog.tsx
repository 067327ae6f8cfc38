import { Checkbox, TextInput } from '@mantine/core';
import { EVENT_TYPES } from '@stowage/contract/bucket-admin/events';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useDraft } from '#web/ui/use-draft.ts';
import { useSubscribeToEvent } from './api.ts';
import { eventsText } from './en.ts';
import { EMPTY_SUBSCRIPTION, isSubscriptionValid, toggleEvent } from './model/subscription.ts';
import classes from './subscribe-dialog.module.css';
import { TargetPicker } from './target-picker.tsx';

interface SubscribeDialogProps extends DialogFrame {
  readonly bucket: string;
}

const longestName = 1024;

/** Subscribes a target to events of a bucket. What was entered stays when that fails. */
export function SubscribeDialog({ bucket, opened, onClose, onExited }: SubscribeDialogProps) {
  const t = useText(eventsText);
  const { draft, change } = useDraft(opened, EMPTY_SUBSCRIPTION, (state) => state);
  const subscribe = useSubscribeToEvent(bucket);
  const save = () =>
    subscribe.mutate(draft, {
      onSuccess: () => {
        showMessage(t('subscribe.done', { arn: draft.arn, bucket }));
        onClose();
      },
    });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onExited={onExited}
      title={t('subscribe.title')}
      submitLabel={t('subscribe.submit')}
      onSubmit={save}
      canSubmit={isSubscriptionValid(draft)}
      busy={subscribe.isPending}
      size="lg"
    >
      <TargetPicker arn={draft.arn} onChange={(arn) => change({ arn })} />
      <Checkbox.Group label={t('subscribe.events')} required value={[...draft.events]}>
        <div className={classes.events}>
          {EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              value={type}
              label={t(`type.${type}`)}
              onChange={(event) =>
                change({ events: toggleEvent(draft.events, type, event.currentTarget.checked) })
              }
            />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label={t('subscribe.prefix')}
        description={t('subscribe.prefixHint')}
        value={draft.prefix}
        maxLength={longestName}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ prefix: event.currentTarget.value })}
      />
      <TextInput
        label={t('subscribe.suffix')}
        description={t('subscribe.suffixHint')}
        value={draft.suffix}
        maxLength={longestName}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ suffix: event.currentTarget.value })}
      />
    </FormDialog>
  );
}
