import { IconUser, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { NamesSection } from '#web/entities/identity/names-section.tsx';
import { usePagePaths } from '#web/entities/identity/use-page-paths.ts';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { type HolderKind, holdersQuery } from './api.ts';
import { ChangeHoldersDialog } from './change-holders-dialog.tsx';
import { policiesText } from './en.ts';

const ICONS = { users: IconUser, groups: IconUsers } as const;
/** The groups are not links (POLICY-29). */
const nowhere = () => undefined;

interface HoldersSectionProps {
  readonly name: string;
  readonly kind: HolderKind;
}

/** The users or groups that the policy is directly attached to. */
export function HoldersSection({ name, kind }: HoldersSectionProps) {
  const t = useText(policiesText);
  const paths = usePagePaths();
  const refusalOf = useRefusals();
  // Either one is enough.
  const refusal =
    refusalOf('admin:AttachUserOrGroupPolicy') && refusalOf('admin:UpdatePolicyAssociation');
  const holders = useQuery(holdersQuery(name, kind));
  const changing = useDialog<readonly string[]>();
  const Icon = ICONS[kind];
  if (holders.isLoadingError) return <QueryFailure title={t(`${kind}.failed`)} query={holders} />;
  return (
    <>
      <NamesSection
        id={`policy-${kind}`}
        title={t(`section.${kind}`)}
        list={t(`${kind}.list`)}
        search={t(`${kind}.search`)}
        column={t('column.name')}
        names={holders.data}
        entity={t(`${kind}.entity`)}
        icon={<Icon size={24} stroke={1.6} />}
        none={t(`${kind}.none`)}
        hrefOf={kind === 'users' ? paths.user : nowhere}
        action={t(`${kind}.change`)}
        refusal={refusal}
        onAction={changing.open}
      />
      {changing.subject && (
        <ChangeHoldersDialog
          key={changing.turn}
          {...changing.frame}
          policy={name}
          kind={kind}
          holders={changing.subject}
        />
      )}
    </>
  );
}
