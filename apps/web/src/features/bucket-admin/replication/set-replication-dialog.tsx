import { Divider, TextInput } from '@mantine/core';
import type { Bucket } from '@stowage/contract/buckets';
import { isBucketName } from '@stowage/domain/bucket-name';
import { useState } from 'react';
import { RemoteServerFields } from '#web/entities/replication/remote-server-fields.tsx';
import { useSetReplication } from '#web/entities/replication/set-replication.ts';
import { TransferFields } from '#web/entities/replication/transfer-fields.tsx';
import { showMessage, showModalError } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useDraft } from '#web/ui/use-draft.ts';
import { replicationSectionText } from './en.ts';
import { isNewRuleValid, NEW_RULE, newRuleRequest } from './model/rule-draft.ts';
import classes from './rule-dialog.module.css';
import { RuleOptionFields } from './rule-option-fields.tsx';

interface SetReplicationDialogProps extends DialogFrame {
  readonly bucket: Bucket;
}

/** Adds a replication rule with its target. What was entered stays when that fails. */
export function SetReplicationDialog({
  bucket,
  opened,
  onClose,
  onExited,
}: SetReplicationDialogProps) {
  const t = useText(replicationSectionText);
  const { draft, change } = useDraft(opened, NEW_RULE, (state) => state);
  const [left, setLeft] = useState(false);
  const set = useSetReplication();
  const error = left && !isBucketName(draft.destinationBucket);
  const save = () =>
    set.mutate(newRuleRequest(bucket.name, draft), {
      onSuccess: ([first]) => {
        if (first === undefined) return showModalError(new Error(t('add.nothing')));
        if (first.errorString !== undefined && first.errorString !== '') {
          return showModalError(new Error(first.errorString));
        }
        showMessage(t('add.done', { bucket: bucket.name, destination: draft.destinationBucket }));
        onClose();
      },
    });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('add.title')}
      submitLabel={t('add.submit')}
      onSubmit={save}
      canSubmit={isNewRuleValid(draft)}
      busy={set.isPending}
      size="lg"
      onExited={onExited}
    >
      {bucket.details?.versioning === false && (
        <p className={classes.note}>{t('add.versioning')}</p>
      )}
      <RemoteServerFields draft={draft} onChange={change} />
      <TextInput
        label={t('add.destination')}
        required
        value={draft.destinationBucket}
        autoComplete="off"
        spellCheck={false}
        error={error && t('add.destinationError')}
        onBlur={() => setLeft(true)}
        onChange={(event) => change({ destinationBucket: event.currentTarget.value })}
      />
      <Divider label={t('fields.transfer')} labelPosition="left" />
      <TransferFields draft={draft} onChange={change} />
      <Divider label={t('fields.objects')} labelPosition="left" />
      <RuleOptionFields draft={draft} onChange={change} />
    </FormDialog>
  );
}
