import type { LdapEntity, LdapEntityKind } from '@stowage/contract/identity/ldap';
import { useQuery } from '@tanstack/react-query';
import { policyNamesQuery } from '#web/entities/identity/api.ts';
import { NamePicker } from '#web/entities/identity/name-picker.tsx';
import { SelectedName } from '#web/entities/identity/selected-name.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import type { FieldSpec } from '#web/ui/form/field-spec.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useAttachPolicies } from '../api.ts';
import { ldapText } from '../en.ts';

interface AttachPoliciesDialogProps extends DialogFrame {
  /** The user or group; asked for if unknown. */
  readonly entity: LdapEntity | undefined;
  /** The initial choice when it is asked for. */
  readonly kind: LdapEntityKind;
}

interface AttachValues {
  readonly kind: LdapEntityKind;
  readonly name: string;
  readonly policies: readonly string[];
}

const MAX_NAME = 1024;

/** Attaches policies to a user or group, which the storage server looks up in the directory. */
export function AttachPoliciesDialog({ entity, kind, ...frame }: AttachPoliciesDialogProps) {
  const t = useText(ldapText);
  const form = useDraftForm({
    state: entity,
    valuesOf: (known): AttachValues => ({
      kind: known?.kind ?? kind,
      name: known?.dn ?? '',
      policies: [],
    }),
    errorsOf: ({ name, policies }) => ({
      ...(name.trim() === '' && { name: t('error.name') }),
      ...(name.length > MAX_NAME && { name: t('error.long') }),
      ...(policies.length === 0 && { policies: t('error.policies') }),
    }),
  });
  const attach = useAttachPolicies();
  const { values } = form;
  const specs: readonly FieldSpec<AttachValues>[] = [
    {
      kind: 'choice',
      as: 'radio',
      name: 'kind',
      label: t('field.kind'),
      options: (['user', 'group'] as const).map((value) => ({ value, label: t(`kind.${value}`) })),
    },
    {
      kind: 'text',
      name: 'name',
      label: t(`field.name.${values.kind}`),
      description: t(`field.nameHint.${values.kind}`),
      required: true,
    },
  ];
  function save() {
    const name = entity?.dn ?? values.name.trim();
    attach.mutate(
      { kind: values.kind, name, policies: [...values.policies] },
      savedAndClosed(t('attach.done', { name }), frame),
    );
  }
  return (
    <FormDialog
      {...frame}
      title={t('attach.title')}
      submitLabel={t('attach.save')}
      form={form}
      onSubmit={save}
      busy={attach.isPending}
    >
      {entity === undefined ? (
        <FieldList specs={specs} fields={form} />
      ) : (
        <SelectedName label={t(`field.name.${entity.kind}`)} name={entity.dn} />
      )}
      <NamePicker
        label={t('field.policies')}
        query={useQuery(policyNamesQuery)}
        {...form.input('policies')}
      />
    </FormDialog>
  );
}
