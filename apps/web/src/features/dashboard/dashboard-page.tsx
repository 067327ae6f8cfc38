import type { AdminInfo } from '@stowage/contract/dashboard/admin-info';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dashboardKey, infoQuery } from '#web/entities/dashboard/dashboard-query.ts';
import { useAttended } from '#web/lib/api/attendance.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { HeaderButton } from '#web/ui/header-button.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { AttentionList } from './attention/attention-list.tsx';
import { dashboardText } from './en.ts';
import { MetricsDashboard } from './metrics/metrics-dashboard.tsx';
import { UsageSummary } from './summary/usage-summary.tsx';

/** Refreshes everything the dashboard shows. */
function SyncButton({ busy }: { readonly busy: boolean }) {
  const t = useText(dashboardText);
  const queryClient = useQueryClient();
  return (
    <HeaderButton
      icon={<IconRefresh size={16} stroke={1.6} aria-hidden />}
      label={t('sync')}
      busy={busy}
      onClick={() => void queryClient.invalidateQueries({ queryKey: dashboardKey })}
    />
  );
}

interface ContentProps {
  readonly info: AdminInfo;
  /** Shows the metrics tabs even if none are available, and says so. */
  readonly metricsOnly?: boolean;
}

function Content({ info, metricsOnly = false }: ContentProps) {
  // Metrics that become unavailable while the page is open do not just disappear.
  const [hadWidgets] = useState(info.widgets !== undefined);
  return hadWidgets || metricsOnly || info.widgets !== undefined ? (
    <MetricsDashboard info={info} widgets={info.widgets} />
  ) : (
    <UsageSummary info={info} />
  );
}

/** The state of the storage, and what needs attention. */
export function DashboardPage() {
  const t = useText(dashboardText);
  const info = useQuery(infoQuery);
  return (
    <>
      <PageHeader title={t('title')} actions={<SyncButton busy={info.isFetching} />} />
      <PageBody>
        <AttentionList />
        {info.isPending && <ListSkeleton rows={4} height={90} />}
        {info.isLoadingError && <QueryFailure title={t('failed')} query={info} />}
        {info.data && <Content info={info.data} />}
      </PageBody>
    </>
  );
}

/** Only the metrics in full screen, for a wall display. */
export function MetricsPage() {
  const t = useText(dashboardText);
  const info = useQuery(infoQuery);
  // Nobody interacts with a wall display.
  useAttended(true);
  return (
    <>
      <PageHeader title={t('wall')} actions={<SyncButton busy={info.isFetching} />} />
      <PageBody width="full">
        {info.isPending && <ListSkeleton rows={4} height={90} />}
        {info.isLoadingError && <QueryFailure title={t('failed')} query={info} />}
        {info.data && <Content info={info.data} metricsOnly />}
      </PageBody>
    </>
  );
}
