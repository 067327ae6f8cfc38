import { Divider, TextInput } from '@mantine/core';
import type { ReplicationRule } from '@stowage/contract/bucket-admin/replication';
import { TransferFields } from '#web/entities/replication/transfer-fields.tsx';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { EntryDialogFrame } from '#web/ui/list/entry-dialogs.tsx';
import { SecretInput } from '#web/ui/secret-input.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useEditReplicationRule } from './api.ts';
import { replicationSectionText } from './en.ts';
import {
  areNewCredentialsValid,
  isRuleValid,
  type RuleDraft,
  ruleChange,
  ruleDraft,
} from './model/rule-draft.ts';
import { destinationName } from './model/rule-facts.ts';
import classes from './rule-dialog.module.css';
import { RuleOptionFields } from './rule-option-fields.tsx';

interface EditRuleDialogProps extends EntryDialogFrame<ReplicationRule> {
  readonly bucket: string;
}

interface CredentialFieldsProps {
  readonly draft: RuleDraft;
  readonly onChange: (part: Partial<RuleDraft>) => void;
}

function CredentialFields({ draft, onChange }: CredentialFieldsProps) {
  const t = useText(replicationSectionText);
  return (
    <>
      <p className={classes.target}>{t('edit.credentialsHint')}</p>
      <div className={classes.pair}>
        <TextInput
          label={t('edit.accessKey')}
          value={draft.accessKey}
          autoComplete="off"
          spellCheck={false}
          error={!areNewCredentialsValid(draft) && t('edit.credentialsError')}
          onChange={(event) => onChange({ accessKey: event.currentTarget.value })}
        />
        <SecretInput
          label={t('edit.secretKey')}
          value={draft.secretKey}
          autoComplete="new-password"
          error={!areNewCredentialsValid(draft)}
          onChange={(event) => onChange({ secretKey: event.currentTarget.value })}
        />
      </div>
    </>
  );
}

/** Changes a rule and its target. Whoever changed it meanwhile is not overwritten. */
export function EditRuleDialog(props: EditRuleDialogProps) {
  const { bucket, opened, entry, reload, onClose, onExited } = props;
  const t = useText(replicationSectionText);
  const { base, draft, change, restart } = useDraft(opened, entry, ruleDraft);
  const edit = useEditReplicationRule(bucket);
  const save = () =>
    edit.mutate(
      { rule: base, change: ruleChange(base, draft) },
      {
        onSuccess: () => {
          showMessage(t('edit.done'));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('edit.title')}
      submitLabel={t('edit.submit')}
      onSubmit={save}
      canSubmit={isRuleValid(draft)}
      busy={edit.isPending}
      failure={edit.error}
      onReload={() => void reload().then((fresh) => fresh && restart(fresh))}
      onExited={onExited}
      size="lg"
    >
      <p className={classes.target}>
        {t('edit.target', {
          bucket: destinationName(base),
          endpoint: base.endpoint ?? t('trouble.elsewhere'),
        })}
      </p>
      <RuleOptionFields draft={draft} onChange={change} />
      <Divider label={t('fields.transfer')} labelPosition="left" />
      <TransferFields draft={draft} onChange={change} />
      <Divider label={t('edit.credentials')} labelPosition="left" />
      <CredentialFields draft={draft} onChange={change} />
    </FormDialog>
  );
}
