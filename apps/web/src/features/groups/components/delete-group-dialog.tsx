import { useQuery } from '@tanstack/react-query';
import { groupQuery } from '#web/entities/identity/api.ts';
import {
  type DeleteByNameProps,
  DeletePrincipalDialog,
} from '#web/entities/identity/delete-principal-dialog.tsx';
import { OwnAccountWarning } from '#web/entities/identity/own-account-warning.tsx';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDeleteGroup } from '../api.ts';
import { groupsText } from '../en.ts';

/** Confirms the deletion of a group, and says how many members are affected. */
export function DeleteGroupDialog(props: DeleteByNameProps) {
  const t = useText(groupsText);
  const members = useQuery(groupQuery(props.name)).data?.members;
  const count = members?.length;
  return (
    <DeletePrincipalDialog {...props} text={groupsText} change={useDeleteGroup()}>
      {count !== undefined && t('remove.members', { count, formatted: formatNumber(count) })}
      <OwnAccountWarning losing={members ?? []} />
    </DeletePrincipalDialog>
  );
}
