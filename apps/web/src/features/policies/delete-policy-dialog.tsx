import {
  type DeleteByNameProps,
  DeletePrincipalDialog,
} from '#web/entities/identity/delete-principal-dialog.tsx';
import { useDeletePolicy } from './api.ts';
import { policiesText } from './en.ts';

/** Asks before a policy is deleted; says who has it when it cannot be. */
export function DeletePolicyDialog(props: DeleteByNameProps) {
  return <DeletePrincipalDialog {...props} text={policiesText} change={useDeletePolicy()} />;
}
