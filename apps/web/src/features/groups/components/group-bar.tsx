import type { Group } from '@stowage/contract/identity/groups';
import { IconEdit, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Suspense } from 'react';
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
import { useSetGroup } from '../api.ts';
import { groupsText } from '../en.ts';

// Loaded when first opened.
const GroupDialog = lazyPart(() => import('./group-dialog.tsx'), 'GroupDialog');
const DisableOwnDialog = lazyPart(() => import('./disable-own-dialog.tsx'), 'DisableOwnDialog');
const DeleteGroupDialog = lazyPart(() => import('./delete-group-dialog.tsx'), 'DeleteGroupDialog');

interface GroupBarProps {
  readonly group: Group;
  readonly reload: () => Promise<Group | undefined>;
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

/** The line below the header: the group's status and actions. */
export function GroupBar({ group, reload }: GroupBarProps) {
  const t = useText(groupsText);
  const go = useGo();
  const refusalOf = useRefusals();
  const dialog = useDialog<'edit' | 'delete' | 'disable'>();
  const save = useSetGroup('page');
  const { name, revision, members, status } = group;
  const enabled = status === 'enabled';
  const isOwn = members.includes(useOwnName());
  const toggle = () =>
    save.mutate({ group: name, revision, members, status: enabled ? 'disabled' : 'enabled' });
  const changeRefusal = refusalOf('admin:AddUserToGroup');
  return (
    <DetailBar
      facts={
        <Tag tone={enabled ? 'good' : 'neutral'}>
          {t('detail.status', { status: t(`detail.statusOf.${status}`) })}
        </Tag>
      }
    >
      <RefusableButton
        icon={enabled ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
        refusal={refusalOf('admin:EnableGroup')}
        busy={save.isPending}
        onClick={() => (enabled && isOwn ? dialog.open('disable') : toggle())}
      >
        {t(enabled ? 'detail.disable' : 'detail.enable')}
      </RefusableButton>
      <RefusableButton
        icon={<IconEdit {...icon} />}
        refusal={changeRefusal}
        onClick={() => dialog.open('edit')}
      >
        {t('edit.action')}
      </RefusableButton>
      <RefusableButton
        danger
        icon={<IconTrash {...icon} />}
        refusal={changeRefusal}
        onClick={() => dialog.open('delete')}
      >
        {t('remove.action')}
      </RefusableButton>
      <Suspense key={dialog.turn} fallback={null}>
        {dialog.subject === 'edit' && (
          <GroupDialog {...dialog.frame} group={group} reload={reload} />
        )}
        {dialog.subject === 'disable' && (
          <DisableOwnDialog {...dialog.frame} name={name} onConfirm={toggle} />
        )}
        {dialog.subject === 'delete' && (
          <DeleteGroupDialog
            {...dialog.frame}
            name={name}
            onDeleted={() => go(pagePath('groups'))}
          />
        )}
      </Suspense>
    </DetailBar>
  );
}
