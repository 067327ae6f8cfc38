import { Divider, TextInput } from '@mantine/core';
import type { Bucket } from '@stowage/contract/buckets';
import { replicationRulesQuery, useSetReplication } from '#web/entities/replication/api.ts';
import { withoutScheme } from '#web/entities/replication/remote-server.ts';
import { RemoteServerFields } from '#web/entities/replication/remote-server-fields.tsx';
import { TransferFields } from '#web/entities/replication/transfer-fields.tsx';
import { showMessage, showModalError } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { replicationSectionText } from './en.ts';
import { NEW_RULE, newRuleErrors, newRuleRequest } from './model/rule-draft.ts';
import classes from './rule-dialog.module.css';
import { RuleOptionFields } from './rule-option-fields.tsx';

interface SetReplicationDialogProps extends DialogFrame {
  readonly bucket: Bucket;
}

/** Adds a replication rule with its target. The input is kept on failure. */
export function SetReplicationDialog({ bucket, ...frame }: SetReplicationDialogProps) {
  const t = useText(replicationSectionText);
  const form = useDraftForm({
    state: NEW_RULE,
    valuesOf: (rule) => rule,
    errorsOf: newRuleErrors,
    follow: withoutScheme,
  });
  const { values } = form;
  const set = useSetReplication(replicationRulesQuery(bucket.name).queryKey);
  const save = () =>
    set.mutate(newRuleRequest(bucket.name, values), {
      onSuccess: ([first]) => {
        if (first === undefined) return showModalError(new Error(t('add.nothing')));
        if (first.errorString !== undefined && first.errorString !== '') {
          return showModalError(new Error(first.errorString));
        }
        showMessage(t('add.done', { bucket: bucket.name, destination: values.destinationBucket }));
        frame.onClose();
      },
    });
  return (
    <FormDialog
      {...frame}
      title={t('add.title')}
      submitLabel={t('add.submit')}
      onSubmit={save}
      // The server's error names the URL, of which this field holds a part.
      form={{
        ...form,
        refuse: (field, message) => form.refuse(field === 'targetURL' ? 'target' : field, message),
      }}
      busy={set.isPending}
      size="lg"
    >
      {bucket.details?.versioning === false && (
        <p className={classes.note}>{t('add.versioning')}</p>
      )}
      <RemoteServerFields fields={form} />
      <TextInput
        label={t('add.destination')}
        required
        autoComplete="off"
        spellCheck={false}
        {...form.input('destinationBucket')}
      />
      <Divider label={t('fields.transfer')} labelPosition="left" />
      <TransferFields fields={form} />
      <Divider label={t('fields.objects')} labelPosition="left" />
      <RuleOptionFields fields={form} />
    </FormDialog>
  );
}
