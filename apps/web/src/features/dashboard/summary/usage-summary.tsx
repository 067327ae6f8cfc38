import { Tabs } from '@mantine/core';
import type { AdminInfo } from '@stowage/contract/dashboard/admin-info';
import { useMemo, useState } from 'react';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { TabList } from '#web/ui/tab-list.tsx';
import { dashboardText } from '../en.ts';
import { DriveEntry } from './drive-entry.tsx';
import { drivesOf, serversByHealth } from './health.ts';
import { PagedList } from './paged-list.tsx';
import { ServerEntry } from './server-entry.tsx';
import classes from './summary.module.css';

function StatusCards({ buckets, usage, objects, servers }: AdminInfo) {
  const t = useText(dashboardText);
  const cards = [
    [t('status.buckets'), formatCount(buckets)],
    [t('status.usage'), formatSize(usage)],
    [t('status.objects'), formatCount(objects)],
    [t('status.servers'), formatCount(servers.length)],
  ] as const;
  return (
    <dl className={classes.cards}>
      {cards.map(([name, value]) => (
        <div key={name} className={classes.card}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Storage usage, and the state of servers and drives. */
export function UsageSummary({ info }: { readonly info: AdminInfo }) {
  const t = useText(dashboardText);
  const [tab, setTab] = useState<string | null>('servers');
  const drives = useMemo(() => drivesOf(info.servers), [info]);
  const servers = useMemo(() => serversByHealth(info.servers), [info]);
  return (
    <>
      <section aria-label={t('status.title')}>
        <SectionHeader title={t('status.title')} />
        <StatusCards {...info} />
      </section>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <TabList value={tab ?? ''} label={t('status.parts')}>
          <Tabs.Tab value="servers">{t('servers.title')}</Tabs.Tab>
          <Tabs.Tab value="drives">{t('drives.title')}</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="servers">
          <PagedList label={t('servers.title')} rows={servers} rowKey={({ endpoint }) => endpoint}>
            {(server) => <ServerEntry server={server} />}
          </PagedList>
        </Tabs.Panel>
        <Tabs.Panel value="drives">
          <PagedList
            label={t('drives.title')}
            rows={drives}
            rowKey={({ server, drivePath, endpoint }) => `${server} ${endpoint} ${drivePath}`}
          >
            {(drive) => <DriveEntry drive={drive} />}
          </PagedList>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
