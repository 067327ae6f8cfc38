import { Divider, TextInput } from '@mantine/core';
import type { ReplicationRule } from '@stowage/contract/bucket-admin/replication';
import { TransferFields } from '#web/entities/replication/transfer-fields.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { type Fields, useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { EntryDialogFrame } from '#web/ui/list/entry-dialogs.tsx';
import { SecretInput } from '#web/ui/secret-input.tsx';
import { useEditReplicationRule } from './api.ts';
import { replicationSectionText } from './en.ts';
import { type RuleDraft, ruleChange, ruleDraft, ruleErrors } from './model/rule-draft.ts';
import { destinationName } from './model/rule-facts.ts';
import classes from './rule-dialog.module.css';
import { RuleOptionFields } from './rule-option-fields.tsx';

interface EditRuleDialogProps extends EntryDialogFrame<ReplicationRule> {
  readonly bucket: string;
}

function CredentialFields({ input }: Pick<Fields<RuleDraft>, 'input'>) {
  const t = useText(replicationSectionText);
  return (
    <>
      <p className={classes.target}>{t('edit.credentialsHint')}</p>
      <div className={classes.pair}>
        <TextInput
          label={t('edit.accessKey')}
          autoComplete="off"
          spellCheck={false}
          {...input('accessKey')}
        />
        <SecretInput
          label={t('edit.secretKey')}
          autoComplete="new-password"
          {...input('secretKey')}
        />
      </div>
    </>
  );
}

/** Changes a rule and its target. Concurrent changes are not overwritten. */
export function EditRuleDialog({ bucket, entry, reload, ...frame }: EditRuleDialogProps) {
  const t = useText(replicationSectionText);
  const form = useDraftForm({ state: entry, valuesOf: ruleDraft, errorsOf: ruleErrors });
  const { base, values } = form;
  const edit = useEditReplicationRule(bucket);
  const save = () =>
    edit.mutate(
      { rule: base, change: ruleChange(base, values) },
      savedAndClosed(t('edit.done'), frame),
    );
  return (
    <FormDialog
      {...frame}
      title={t('edit.title')}
      submitLabel={t('edit.submit')}
      onSubmit={save}
      form={form}
      busy={edit.isPending}
      onReload={form.restartWith(reload)}
      size="lg"
    >
      <p className={classes.target}>
        {t('edit.target', {
          bucket: destinationName(base),
          endpoint: base.endpoint ?? t('trouble.elsewhere'),
        })}
      </p>
      <RuleOptionFields fields={form} />
      <Divider label={t('fields.transfer')} labelPosition="left" />
      <TransferFields fields={form} />
      <Divider label={t('edit.credentials')} labelPosition="left" />
      <CredentialFields input={form.input} />
    </FormDialog>
  );
}
