import { Anchor } from '@mantine/core';
import type { DeniedAction } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { uiText } from './en.ts';

/**
 * Links a denied action to the access explorer with the form filled in; nothing for other errors.
 */
export function WhyDenied({ denied }: { readonly denied: DeniedAction | undefined }) {
  const t = useText(uiText);
  if (denied === undefined) return null;
  const { action, bucket, key } = denied;
  const query = new URLSearchParams({
    action,
    ...(bucket !== undefined && { bucket }),
    ...(key !== undefined && { key }),
  });
  return (
    <Anchor component={RouterLink} to={pagePath('accessExplorer', {}, `?${query}`)} size="sm">
      {t('whyDenied')}
    </Anchor>
  );
}
