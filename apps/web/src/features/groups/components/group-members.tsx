import type { Group } from '@stowage/contract/identity/groups';
import { IconUser } from '@tabler/icons-react';
import { Suspense } from 'react';
import { NamesSection } from '#web/entities/identity/names-section.tsx';
import { usePagePaths } from '#web/entities/identity/use-page-paths.ts';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { useDialog } from '#web/ui/use-dialog.ts';
import { groupsText } from '../en.ts';

const MembersDialog = lazyPart(() => import('./members-dialog.tsx'), 'MembersDialog');

interface GroupMembersProps {
  readonly group: Group;
  /** Why nothing can be changed; undefined if it can. */
  readonly refusal: string | undefined;
}

/** The users in a group. */
export function GroupMembers({ group, refusal }: GroupMembersProps) {
  const t = useText(groupsText);
  const refusalOf = useRefusals();
  const paths = usePagePaths();
  const dialog = useDialog<Group>();
  return (
    <>
      <NamesSection
        id="group-members"
        title={t('detail.section.members')}
        search={t('members.search')}
        column={t('column.accessKey')}
        names={group.members}
        entity={t('members.entity')}
        icon={<IconUser size={24} stroke={1.6} />}
        none={t('members.none')}
        hrefOf={paths.user}
        action={t(group.members.length === 0 ? 'members.add' : 'members.edit')}
        refusal={refusal ?? refusalOf('admin:AddUserToGroup', 'admin:ListUsers')}
        onAction={() => dialog.open(group)}
      />
      {dialog.subject && (
        <Suspense key={dialog.turn} fallback={null}>
          <MembersDialog {...dialog.frame} group={dialog.subject} />
        </Suspense>
      )}
    </>
  );
}
