import { Button } from '@mantine/core';
import type { PolicyDetail } from '@stowage/contract/identity/policies';
import {
  IconCode,
  IconListDetails,
  IconMapOff,
  IconShield,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { policyKeys } from '#web/entities/policy/policy-keys.ts';
import { usePermissions } from '#web/entities/session/permissions.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo, useRouteParams, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { formatSearch, type SearchFields } from '#web/lib/router/search.ts';
import { Crumbs } from '#web/ui/crumbs.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { Name } from '#web/ui/name.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SectionsLayout } from '#web/ui/section-menu.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { policyQuery } from './api.ts';
import { DeletePolicyDialog } from './delete-policy-dialog.tsx';
import { policiesText } from './en.ts';
import classes from './policies.module.css';
import { HoldersSection } from './policy-holders.tsx';
import { PolicySummary } from './policy-summary.tsx';

const JsonSection = lazyPart(() => import('./policy-json.tsx'), 'JsonSection');

const SECTIONS = ['summary', 'users', 'groups', 'json'] as const;
type Section = (typeof SECTIONS)[number];

const ICONS = {
  summary: IconListDetails,
  users: IconUser,
  groups: IconUsers,
  json: IconCode,
} as const;

const pageSearch: SearchFields<{ readonly section: Section }> = {
  section: {
    parse: (text) => SECTIONS.find((known) => known === text) ?? 'summary',
    format: (section) => (section === 'summary' ? '' : section),
  },
};
const RIGHTS = ['admin:CreatePolicy', 'admin:DeletePolicy'] as const;
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

function Missing({ name }: { readonly name: string }) {
  const t = useText(policiesText);
  return (
    <EmptyState
      icon={<IconMapOff {...icon} size={24} />}
      title={t('missing.title', { name })}
      action={
        <Button component={RouterLink} to={pagePath('policies')} variant="default">
          {t('missing.toList')}
        </Button>
      }
    >
      {t('missing.text')}
    </EmptyState>
  );
}

interface PartsProps {
  readonly policy: PolicyDetail;
  readonly section: Section;
  readonly canChange: boolean;
}

function SectionContent({ policy, section, canChange }: PartsProps) {
  switch (section) {
    case 'summary':
      return <PolicySummary policy={policy} />;
    case 'users':
    case 'groups':
      return <HoldersSection key={section} name={policy.name} kind={section} />;
    case 'json':
      return (
        <Suspense fallback={<ListSkeleton rows={5} height={56} />}>
          <JsonSection key={policy.name} policy={policy} canChange={canChange} />
        </Suspense>
      );
  }
}

function Parts(props: PartsProps) {
  const t = useText(policiesText);
  const { policy, section } = props;
  return (
    <SectionsLayout
      label={t('section.menu')}
      sections={SECTIONS.map((id) => ({
        id,
        label: t(`section.${id}`),
        icon: ICONS[id],
        to: pagePath('policy', { rest: policy.name }, formatSearch(pageSearch, { section: id })),
      }))}
      current={section}
    >
      <SectionContent {...props} />
    </SectionsLayout>
  );
}

/** One policy: what it says, who has it, and its text. */
export function PolicyPage() {
  const t = useText(policiesText);
  const { rest: name } = useRouteParams('policy');
  const [{ section }] = useSearch(pageSearch);
  const go = useGo();
  const queryClient = useQueryClient();
  const rights = usePermissions(RIGHTS);
  const found = useQuery(policyQuery(name));
  const deleting = useDialog<true>();
  const isMissing = found.error instanceof ApiError && found.error.code === 'NotFound';
  const policy = isMissing ? undefined : found.data;

  function content(): ReactNode {
    if (policy) {
      return (
        <Parts policy={policy} section={section} canChange={rights.has('admin:CreatePolicy')} />
      );
    }
    if (isMissing) return <Missing name={name} />;
    if (found.error) return <QueryFailure title={t('loadFailed')} query={found} />;
    return <ListSkeleton rows={6} height={48} />;
  }

  const refresh = () => {
    void found.refetch();
    void queryClient.invalidateQueries({ queryKey: policyKeys.holders(name) });
  };
  return (
    <>
      <PageHeader
        title={name}
        heading={
          <Crumbs
            start={{ name: t('list'), to: pagePath('policies'), icon: <IconShield {...icon} /> }}
            below={[{ name, to: pagePath('policy', { rest: name }) }]}
          />
        }
      />
      <PageBody>
        <div className={classes.bar}>
          <div className={classes.heading}>
            <h2>
              <Name>{name}</Name>
            </h2>
            <p>{t('subtitle')}</p>
          </div>
          <span className={classes.gap} />
          <RefreshButton label={t('refresh')} refreshing={found.isFetching} onClick={refresh} />
          {policy && rights.has('admin:DeletePolicy') && (
            <Button
              variant="default"
              className={classes.danger ?? ''}
              leftSection={<IconTrash {...icon} />}
              onClick={() => deleting.open(true)}
            >
              {t('delete')}
            </Button>
          )}
        </div>
        {content()}
      </PageBody>
      {deleting.subject && (
        <DeletePolicyDialog
          key={deleting.turn}
          {...deleting.frame}
          name={name}
          onDeleted={() => go(pagePath('policies'))}
        />
      )}
    </>
  );
}
