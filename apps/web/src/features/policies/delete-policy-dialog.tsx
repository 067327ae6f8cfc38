import {
  type DeleteByNameProps,
  DeletePrincipalDialog,
} from '#web/entities/identity/delete-principal-dialog.tsx';
import { useDeletePolicy } from './api.ts';
import { policiesText } from './en.ts';

/** Confirms the deletion of a policy; if it cannot be deleted, says who it is attached to. */
export function DeletePolicyDialog(props: DeleteByNameProps) {
  return <DeletePrincipalDialog {...props} text={policiesText} change={useDeletePolicy()} />;
}
