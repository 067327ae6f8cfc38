import type { User } from '@stowage/contract/identity/users';
import { ServiceAccountsSection } from '#web/entities/service-accounts/service-accounts-section.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { usersText } from '../en.ts';

/** The service accounts of a user; a user without permissions gets none (USERS-27). */
export function UserServiceAccounts({ user }: { readonly user: User }) {
  const t = useText(usersText);
  return (
    <ServiceAccountsSection
      user={user.accessKey}
      createRefusal={user.hasPolicy ? undefined : t('serviceAccounts.needPolicy')}
    />
  );
}
