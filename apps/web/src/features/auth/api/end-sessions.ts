import { endSessions } from '@stowage/contract/auth';
import { useMutation } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** Ends every session of the account, this one too; `onEnded` then leaves the console. */
export function useEndSessions(onEnded: (count: number) => void) {
  return useMutation({
    mutationFn: () => call(endSessions, {}),
    onSuccess: ({ ended }) => onEnded(ended),
    meta: { errors: 'dialog' },
  });
}
