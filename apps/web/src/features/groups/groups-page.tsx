import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { groupsQuery } from '#web/entities/identity/api.ts';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { nameColumn } from '#web/ui/name-column.tsx';
import { groupsText } from './en.ts';

// Loaded when first opened.
const GroupDialog = lazyPart(() => import('./components/group-dialog.tsx'), 'GroupDialog');
const DeleteGroupDialog = lazyPart(
  () => import('./components/delete-group-dialog.tsx'),
  'DeleteGroupDialog',
);

const docs =
  'https://docs.min.io/community/minio-object-store/administration/identity-access-management/minio-group-management.html';
const nameOf = (group: string) => group;

/** The groups of the storage server. */
export function GroupsPage() {
  const t = useText(groupsText);
  const change = useRefusals()('admin:AddUserToGroup', 'admin:GetGroup');
  const columns = useMemo(() => [nameColumn(t('column.name'), nameOf)], [t]);
  return (
    <ListPage
      id="groups"
      text={groupsText}
      icon={<IconUsers size={24} stroke={1.6} />}
      query={useQuery(groupsQuery)}
      nameOf={nameOf}
      columns={columns}
      pathOf={(groupName) => pagePath('group', { groupName })}
      createRefusal={change}
      deleteRefusal={() => change}
      createDialog={(frame) => <GroupDialog {...frame} />}
      deleteDialog={(name, frame) => <DeleteGroupDialog {...frame} name={name} />}
      links={[{ label: t('help.minio'), url: docs }]}
    />
  );
}
