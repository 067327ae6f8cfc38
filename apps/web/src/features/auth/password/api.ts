import { changePassword } from '@stowage/contract/auth';
import type { CallInput } from '@stowage/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** Changes the user's own password; neither password is kept. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: CallInput<typeof changePassword>['body']) => call(changePassword, { body }),
    gcTime: 0,
    meta: { errors: 'dialog' },
  });
}
