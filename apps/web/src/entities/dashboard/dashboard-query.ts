import { getAdminInfo } from '@stowage/contract/dashboard/admin-info';
import { getAttention } from '@stowage/contract/dashboard/attention';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** Everything that the dashboard shows, to be read again together. */
export const dashboardKey = ['dashboard'] as const;

/** How often the state of servers and drives is read while somebody looks. */
const statusMs = 15_000;
/** It asks many places, some of them by their network. */
const attentionMs = 60_000;

/** What the storage holds, its servers and drives, and which widgets there are. */
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
