import type { PolicyDetail } from '@stowage/contract/identity/policies';
import {
  IconCode,
  IconListDetails,
  IconShield,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { policyKeys } from '#web/entities/policy/policy-keys.ts';
import { isNotFound } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo, useRouteParams, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { choiceField, formatSearch } from '#web/lib/router/search.ts';
import { DetailPage } from '#web/ui/detail-page.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { listText } from '#web/ui/list/en.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { Name } from '#web/ui/name.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { RefusableButton } from '#web/ui/refusable-button.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { policyQuery } from './api.ts';
import { DeletePolicyDialog } from './delete-policy-dialog.tsx';
import { policiesText } from './en.ts';
import classes from './policies.module.css';
import { HoldersSection } from './policy-holders.tsx';
import { PolicySummary } from './policy-summary.tsx';

const JsonSection = lazyPart(() => import('./policy-json.tsx'), 'JsonSection');

const SECTIONS = {
  summary: IconListDetails,
  users: IconUser,
  groups: IconUsers,
  json: IconCode,
} as const;
const search = { section: choiceField(['summary', 'users', 'groups', 'json']) };

interface SectionProps {
  readonly policy: PolicyDetail;
  readonly section: keyof typeof SECTIONS;
}

function Section({ policy, section }: SectionProps) {
  switch (section) {
    case 'summary':
      return <PolicySummary policy={policy} />;
    case 'users':
    case 'groups':
      return <HoldersSection key={section} name={policy.name} kind={section} />;
    case 'json':
      return (
        <Suspense fallback={<ListSkeleton rows={5} height={56} />}>
          <JsonSection key={policy.name} policy={policy} />
        </Suspense>
      );
  }
}

interface PolicyBarProps {
  readonly name: string;
  /** Whether the policy is known to exist. */
  readonly isThere: boolean;
  readonly refreshing: boolean;
  readonly onRefresh: () => void;
}

/** The line below the header: what it is, and the actions for the whole policy. */
function PolicyBar({ name, isThere, refreshing, onRefresh }: PolicyBarProps) {
  const t = useText(policiesText);
  const tList = useText(listText);
  const go = useGo();
  const refusalOf = useRefusals();
  const deleting = useDialog<true>();
  return (
    <div className={classes.bar}>
      <div className={classes.heading}>
        <h2>
          <Name>{name}</Name>
        </h2>
        <p>{t('subtitle')}</p>
      </div>
      <span className={classes.gap} />
      <RefreshButton label={tList('refresh')} refreshing={refreshing} onClick={onRefresh} />
      {isThere && (
        <RefusableButton
          danger
          icon={<IconTrash size={18} stroke={1.6} aria-hidden />}
          refusal={refusalOf('admin:DeletePolicy')}
          onClick={() => deleting.open(true)}
        >
          {t('remove.title')}
        </RefusableButton>
      )}
      {deleting.subject && (
        <DeletePolicyDialog
          key={deleting.turn}
          {...deleting.frame}
          name={name}
          onDeleted={() => go(pagePath('policies'))}
        />
      )}
    </div>
  );
}

/** One policy: its summary, who it is attached to, and its text. */
export function PolicyPage() {
  const t = useText(policiesText);
  const { rest: name } = useRouteParams('policy');
  const [{ section }] = useSearch(search);
  const queryClient = useQueryClient();
  const found = useQuery(policyQuery(name));
  const { data: policy, error } = found;

  function instead(): ReactNode {
    if (policy) return undefined;
    if (error) return <QueryFailure title={t('loadFailed')} query={found} />;
    return <ListSkeleton rows={6} height={48} />;
  }

  const refresh = () => {
    void found.refetch();
    void queryClient.invalidateQueries({ queryKey: policyKeys.holders(name) });
  };
  return (
    <DetailPage
      text={policiesText}
      name={name}
      icon={IconShield}
      listPath={pagePath('policies')}
      isGone={isNotFound(error)}
      above={
        <PolicyBar
          name={name}
          isThere={policy !== undefined}
          refreshing={found.isFetching}
          onRefresh={refresh}
        />
      }
      instead={instead()}
      sections={SECTIONS}
      labelOf={(id) => t(`section.${id}`)}
      pathOf={(id) => pagePath('policy', { rest: name }, formatSearch(search, { section: id }))}
      current={section}
    >
      {policy && <Section policy={policy} section={section} />}
    </DetailPage>
  );
}
