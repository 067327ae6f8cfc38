import type { AdminClient } from '@stowage/storage-client/admin';
import { refusedField } from '../../changes/refused-field.ts';
import { needing, type Step } from './identity.ts';

const NO_POLICY = ['XMinioAdminNoSuchPolicy'];
const ATTACH = 'admin:AttachUserOrGroupPolicy';

/**
 * Gives a user exactly these policies.
 * @param field the input field of the policies
 */
export function policyStep(
  admin: Pick<AdminClient, 'setPolicyForUser'>,
  field: string,
  wish: { readonly accessKey: string; readonly policies: readonly string[] },
): Step {
  return {
    done: 'The policies were changed.',
    run: () => refusedField(field, NO_POLICY, needing(ATTACH, admin.setPolicyForUser(wish))),
  };
}
