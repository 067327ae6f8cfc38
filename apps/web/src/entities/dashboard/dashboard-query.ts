import { getAdminInfo } from '@stowage/contract/dashboard/admin-info';
import { getAttention } from '@stowage/contract/dashboard/attention';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** All data of the dashboard, to be refreshed together. */
export const dashboardKey = ['dashboard'] as const;

/** How often the state of servers and drives is refreshed while the page is visible. */
const statusMs = 15_000;
/** Less often, because it queries many sources, some over the network. */
const attentionMs = 60_000;

/** Storage usage, servers and drives, and the available widgets. */
export const infoQuery = queryOptions({
  queryKey: [...dashboardKey, 'info'],
  queryFn: ({ signal }) => call(getAdminInfo, { query: {} }, { signal }),
  refetchInterval: statusMs,
  meta: { errors: 'screen' },
});

/** What needs attention first. */
export const attentionQuery = queryOptions({
  queryKey: [...dashboardKey, 'attention'],
  queryFn: ({ signal }) => call(getAttention, {}, { signal }),
  refetchInterval: attentionMs,
  meta: { errors: 'screen' },
});
