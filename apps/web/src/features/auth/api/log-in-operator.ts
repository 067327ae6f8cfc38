import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api/api-error.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import { authText } from '../en.ts';

/**
 * The contract has no operator login, so no server of this release announces its
 * layout. Whoever meets it all the same is told in the error banner.
 */
export function useLogInOperator() {
  return useMutation<void, Error, string>({
    mutationFn: () =>
      Promise.reject(
        new ApiError({
          status: 501,
          code: 'NotSupported',
          message: translate(authText, 'operator.unavailable'),
        }),
      ),
  });
}
