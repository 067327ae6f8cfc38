import {
  type DeleteByNameProps,
  DeletePrincipalDialog,
} from '#web/entities/identity/delete-principal-dialog.tsx';
import { useDeleteUser } from '../api.ts';
import { usersText } from '../en.ts';

/** Confirms the deletion of a user. */
export function DeleteUserDialog(props: DeleteByNameProps) {
  return <DeletePrincipalDialog {...props} text={usersText} change={useDeleteUser()} />;
}
