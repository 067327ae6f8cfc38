import type { User } from '@stowage/contract/identity/users';
import type { PolicyHolder } from '#web/entities/identity/api.ts';
import { PoliciesSection } from '#web/entities/identity/policies-section.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { usersText } from '../en.ts';

interface UserPoliciesProps {
  readonly user: User;
  readonly reload: () => Promise<User | undefined>;
}

function holderOf({ accessKey, policy, revision }: User): PolicyHolder {
  return { type: 'user', name: accessKey, policies: policy, revision };
}

/** The policies directly attached to a user. */
export function UserPolicies({ user, reload }: UserPoliciesProps) {
  const t = useText(usersText);
  return (
    <PoliciesSection
      holder={holderOf(user)}
      reload={async () => {
        const fresh = await reload();
        return fresh && holderOf(fresh);
      }}
      action={t('policies.assign')}
      none={t('policies.none')}
    />
  );
}
