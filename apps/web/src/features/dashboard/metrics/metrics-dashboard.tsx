import { Tabs } from '@mantine/core';
import type { AdminInfo } from '@stowage/contract/dashboard/admin-info';
import type { Widget } from '@stowage/contract/dashboard/widgets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { TabList } from '#web/ui/tab-list.tsx';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { CapacityTab } from '../capacity/capacity-tab.tsx';
import { dashboardText } from '../en.ts';
import { UsageSummary } from '../summary/usage-summary.tsx';
import { dashboardSearch, rangeOf, TABS } from './metric-range.ts';
import classes from './metrics.module.css';
import { RangeForm } from './range-form.tsx';
import { WidgetCard } from './widget-card.tsx';
import { isMetricTab, ROWS } from './widget-layout.ts';
import { sourceQuery, tabQueries } from './widget-query.ts';

/** Why values may be missing; nothing while they are being collected. */
function SourceNote() {
  const t = useText(dashboardText);
  const { data } = useQuery(sourceQuery);
  if (data === undefined || data.state === 'ok') return null;
  const reason = data.problem === undefined ? '' : ` ${t(`problem.${data.problem}`)}`;
  return (
    <div className={classes.note}>
      <WarningNote>{`${t(`source.${data.state}`)}${reason}`}</WarningNote>
    </div>
  );
}

interface MetricsDashboardProps {
  readonly info: AdminInfo;
  readonly widgets: readonly Widget[] | undefined;
}

/** The widgets in their tabs for a time range, and the state of the storage. */
export function MetricsDashboard({ info, widgets }: MetricsDashboardProps) {
  const t = useText(dashboardText);
  const [search, change] = useSearch(dashboardSearch);
  const { range: preset, start, end, tab } = search;
  const range = useMemo(() => rangeOf({ range: preset, start, end }), [preset, start, end]);
  const queryClient = useQueryClient();
  /** Preloads a tab on hover, so that part of it is available when it is clicked. */
  const prefetch = (name: (typeof TABS)[number]) => {
    if (!isMetricTab(name) || widgets === undefined) return;
    for (const query of tabQueries(name, widgets, range)) void queryClient.prefetchQuery(query);
  };
  return (
    <Tabs
      value={tab}
      onChange={(value) => change({ tab: TABS.find((one) => one === value) ?? 'usage' })}
      keepMounted={false}
    >
      <TabList value={tab} label={t('tabs')}>
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name} onPointerEnter={() => prefetch(name)}>
            {t(`tab.${name}`)}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value={tab}>
        {tab === 'status' && <UsageSummary info={info} />}
        {tab === 'capacity' && (
          <>
            <SourceNote />
            <CapacityTab />
          </>
        )}
        {isMetricTab(tab) && widgets === undefined && <p role="alert">{t('noWidgets')}</p>}
        {isMetricTab(tab) && widgets !== undefined && (
          <>
            <RangeForm key={`${start} ${end}`} search={search} onChange={change} />
            <SourceNote />
            {ROWS[tab].map((row) => (
              <div key={row.join()} className={classes.row} data-columns={row.length}>
                {row.map((id) => (
                  <WidgetCard
                    key={id}
                    id={id}
                    widgets={widgets}
                    range={range}
                    onSpan={(from, until) =>
                      // Adds a history entry, so that going back restores the previous range.
                      change({ start: from, end: until }, { replace: false })
                    }
                  />
                ))}
              </div>
            ))}
          </>
        )}
      </Tabs.Panel>
    </Tabs>
  );
}
