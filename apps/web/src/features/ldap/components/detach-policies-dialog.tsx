import type { LdapEntity } from '@stowage/contract/identity/ldap';
import { useQuery } from '@tanstack/react-query';
import { NamePicker } from '#web/entities/identity/name-picker.tsx';
import { SelectedName } from '#web/entities/identity/selected-name.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { ldapEntitiesQuery, useDetachPolicies } from '../api.ts';
import { ldapText } from '../en.ts';
import type { LdapRow } from '../model/ldap-rows.ts';

interface DetachPoliciesDialogProps extends DialogFrame {
  readonly row: LdapRow;
}

function policiesOf(entities: readonly LdapEntity[], { kind, dn }: LdapEntity): readonly string[] {
  return entities.find((other) => other.kind === kind && other.dn === dn)?.policies ?? [];
}

/** Asks which policies to detach from a user or group; the only one in the row is preselected. */
export function DetachPoliciesDialog({ row, ...frame }: DetachPoliciesDialogProps) {
  const t = useText(ldapText);
  const { entity } = row;
  const { kind, dn } = entity;
  const form = useDraftForm({
    state: row,
    valuesOf: ({ policies }) => ({ policies: policies.length === 1 ? policies : [] }),
    errorsOf: ({ policies }) => ({
      ...(policies.length === 0 && { policies: t('error.policies') }),
    }),
  });
  const detach = useDetachPolicies();
  const query = useQuery({
    ...ldapEntitiesQuery,
    select: ({ entities }) => policiesOf(entities, entity),
  });
  return (
    <FormDialog
      {...frame}
      title={t('detach.title')}
      submitLabel={t('detach.save')}
      danger
      form={form}
      onSubmit={() =>
        detach.mutate(
          { kind, name: dn, policies: [...form.values.policies] },
          savedAndClosed(t('detach.done', { name: dn }), frame),
        )
      }
      busy={detach.isPending}
    >
      <SelectedName label={t(`field.name.${kind}`)} name={dn} />
      <NamePicker label={t('field.policies')} query={query} {...form.input('policies')} />
      <div>{t('detach.text')}</div>
    </FormDialog>
  );
}
