import { IconShield } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { useDialog } from '#web/ui/use-dialog.ts';
import type { PolicyHolder } from './api.ts';
import { identityText } from './en.ts';
import { NamesSection } from './names-section.tsx';
import { usePagePaths } from './use-page-paths.ts';
import { useRefusals } from './use-refusals.ts';

const SetPoliciesDialog = lazyPart(() => import('./set-policies-dialog.tsx'), 'SetPoliciesDialog');

interface PoliciesSectionProps {
  readonly holder: PolicyHolder;
  readonly reload: () => Promise<PolicyHolder | undefined>;
  /** Label of the button that opens the dialog: 'Assign Policies' for a user. */
  readonly action: string;
  /** Explains what having none means. */
  readonly none: string;
  /** Why nothing can be changed, such as a failure to load. */
  readonly refusal?: string | undefined;
}

/** The policies of a user or a group. */
export function PoliciesSection({ holder, reload, action, none, refusal }: PoliciesSectionProps) {
  const t = useText(identityText);
  const refusalOf = useRefusals();
  const paths = usePagePaths();
  const dialog = useDialog<true>();
  const needed = refusalOf('admin:AttachUserOrGroupPolicy', 'admin:ListUserPolicies');
  return (
    <>
      <NamesSection
        id={`${holder.type}-policies`}
        title={t('policies.title')}
        column={t('policies.column')}
        names={holder.policies}
        entity={t('policies.entity')}
        icon={<IconShield size={24} stroke={1.6} />}
        none={none}
        hrefOf={paths.policy}
        action={action}
        refusal={refusal ?? needed}
        onAction={() => dialog.open(true)}
      />
      {dialog.subject && (
        <Suspense key={dialog.turn} fallback={null}>
          <SetPoliciesDialog {...dialog.frame} holder={holder} reload={reload} />
        </Suspense>
      )}
    </>
  );
}
