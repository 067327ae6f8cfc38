import { ActionIcon, Tooltip } from '@mantine/core';
import { ROUTES } from '@stowage/contract/pages';
import { IconLock } from '@tabler/icons-react';
import { ServiceAccountsSection } from '#web/entities/service-accounts/service-accounts-section.tsx';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { accountText } from './en.ts';

function ChangePasswordLink() {
  const t = useText(accountText);
  return (
    <Tooltip label={t('changePassword')}>
      <ActionIcon
        component={RouterLink}
        to={pagePath('changePassword')}
        size={34}
        aria-label={t('changePassword')}
      >
        <IconLock size={20} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

/** The service accounts of the user's own account, and a way to change its password. */
export function AccountPage() {
  const t = useText(accountText);
  const { pages } = useSession();
  const canChangePassword = pages.includes(ROUTES.changePassword.pattern);
  return (
    <>
      <PageHeader title={t('title')} actions={canChangePassword && <ChangePasswordLink />} />
      <PageBody>
        <ServiceAccountsSection />
      </PageBody>
    </>
  );
}
