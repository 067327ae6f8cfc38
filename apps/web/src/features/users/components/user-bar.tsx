import type { User } from '@stowage/contract/identity/users';
import { isDirectoryName } from '@stowage/domain/principal-names';
import {
  IconEdit,
  IconLock,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { identityText } from '#web/entities/identity/en.ts';
import { useOwnName } from '#web/entities/identity/use-own-name.ts';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { DetailBar } from '#web/ui/detail-bar.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { RefusableButton } from '#web/ui/refusable-button.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { useSetUserStatus } from '../api.ts';
import { usersText } from '../en.ts';

// Loaded when first opened.
const UserDialog = lazyPart(() => import('./user-dialog.tsx'), 'UserDialog');
const DeleteUserDialog = lazyPart(() => import('./delete-user-dialog.tsx'), 'DeleteUserDialog');
const UserPasswordDialog = lazyPart(
  () => import('./user-password-dialog.tsx'),
  'UserPasswordDialog',
);

interface UserBarProps {
  readonly user: User;
  readonly reload: () => Promise<User | undefined>;
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

/** The line below the header: the user's status and actions. */
export function UserBar({ user, reload }: UserBarProps) {
  const t = useText(usersText);
  const tIdentity = useText(identityText);
  const go = useGo();
  const refusalOf = useRefusals();
  const isOwn = useOwnName() === user.accessKey;
  const directory = isDirectoryName(user.accessKey) ? tIdentity('directory') : undefined;
  const own = isOwn ? t('own') : undefined;
  const dialog = useDialog<'edit' | 'delete' | 'password'>();
  const status = useSetUserStatus();
  const { accessKey: name, revision } = user;
  const enabled = user.status === 'enabled';
  return (
    <DetailBar
      facts={
        <Tag tone={enabled ? 'good' : 'neutral'}>
          {t('detail.status', { status: t(`status.${user.status}`) })}
        </Tag>
      }
    >
      <RefusableButton
        icon={enabled ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
        refusal={own ?? directory ?? refusalOf('admin:EnableUser')}
        busy={status.isPending}
        onClick={() => status.mutate({ name, revision, status: enabled ? 'disabled' : 'enabled' })}
      >
        {t(enabled ? 'detail.disable' : 'detail.enable')}
      </RefusableButton>
      <RefusableButton
        icon={<IconEdit {...icon} />}
        refusal={directory ?? refusalOf('admin:EnableUser', 'admin:AddUserToGroup')}
        onClick={() => dialog.open('edit')}
      >
        {t('edit.action')}
      </RefusableButton>
      <RefusableButton
        icon={<IconLock {...icon} />}
        refusal={(isOwn ? t('password.own') : directory) ?? refusalOf('admin:CreateUser')}
        onClick={() => dialog.open('password')}
      >
        {t('password.action')}
      </RefusableButton>
      <RefusableButton
        danger
        icon={<IconTrash {...icon} />}
        refusal={own ?? directory ?? refusalOf('admin:DeleteUser')}
        onClick={() => dialog.open('delete')}
      >
        {t('remove.action')}
      </RefusableButton>
      <Suspense key={dialog.turn} fallback={null}>
        {dialog.subject === 'edit' && (
          <UserDialog {...dialog.frame} user={user} reload={reload} isOwn={isOwn} />
        )}
        {dialog.subject === 'password' && <UserPasswordDialog {...dialog.frame} name={name} />}
        {dialog.subject === 'delete' && (
          <DeleteUserDialog {...dialog.frame} name={name} onDeleted={() => go(pagePath('users'))} />
        )}
      </Suspense>
    </DetailBar>
  );
}
