import type { User } from '@stowage/contract/identity/users';
import { isDirectoryName } from '@stowage/domain/principal-names';
import { IconUsers } from '@tabler/icons-react';
import { Suspense } from 'react';
import { identityText } from '#web/entities/identity/en.ts';
import { NamesSection } from '#web/entities/identity/names-section.tsx';
import { usePagePaths } from '#web/entities/identity/use-page-paths.ts';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { useDialog } from '#web/ui/use-dialog.ts';
import { usersText } from '../en.ts';

const SetGroupsDialog = lazyPart(() => import('./set-groups-dialog.tsx'), 'SetGroupsDialog');

interface UserSectionProps {
  readonly user: User;
  readonly reload: () => Promise<User | undefined>;
}

/** The groups of a user. */
export function UserGroups({ user, reload }: UserSectionProps) {
  const t = useText(usersText);
  const tIdentity = useText(identityText);
  const refusalOf = useRefusals();
  const paths = usePagePaths();
  const dialog = useDialog<true>();
  const directory = isDirectoryName(user.accessKey) ? tIdentity('directory') : undefined;
  return (
    <>
      <NamesSection
        id="user-groups"
        title={t('detail.section.groups')}
        column={t('groups.column')}
        names={user.memberOf}
        entity={t('groups.entity')}
        icon={<IconUsers size={24} stroke={1.6} />}
        none={t('groups.none')}
        hrefOf={paths.group}
        action={t('groups.add')}
        refusal={directory ?? refusalOf('admin:AddUserToGroup', 'admin:ListGroups')}
        onAction={() => dialog.open(true)}
      />
      {dialog.subject && (
        <Suspense key={dialog.turn} fallback={null}>
          <SetGroupsDialog {...dialog.frame} user={user} reload={reload} />
        </Suspense>
      )}
    </>
  );
}
