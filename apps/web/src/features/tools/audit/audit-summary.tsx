import { UnstyledButton } from '@mantine/core';
import type { AuditFilterName, AuditSummary as Summary } from '@stowage/contract/tools/audit';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { formatCount } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { Name } from '#web/ui/name.tsx';
import { summaryQuery } from './api.ts';
import classes from './audit-page.module.css';
import { auditText } from './en.ts';
import { type AuditCriteria, literalPattern } from './model/audit-criteria.ts';

const TimeChart = lazyPart(() => import('#web/ui/chart/time-chart.tsx'), 'TimeChart');

const TOPS = {
  apis: 'api_name',
  buckets: 'bucket',
  accounts: 'account',
  statuses: 'response_status',
} as const satisfies Partial<Record<keyof Summary, AuditFilterName>>;
type TopName = keyof typeof TOPS;

interface AuditSummaryProps {
  readonly criteria: AuditCriteria;
  readonly now: number;
  readonly onNarrow: (part: Partial<AuditCriteria>) => void;
}

/** The calls over time, and the most frequent callers and actions. */
export function AuditSummary({ criteria, now, onNarrow }: AuditSummaryProps) {
  const t = useText(auditText);
  const query = useQuery(summaryQuery(criteria, now));
  const { data } = query;
  if (query.isPending) return <ListSkeleton rows={2} height={80} />;
  if (data === undefined) return <QueryFailure title={t('summary.failed')} query={query} />;
  if (data.slots.every(({ calls }) => calls === 0)) return null;
  return (
    <section aria-label={t('summary.title')} className={classes.summary}>
      <Chart summary={data} />
      {criteria.object + criteria.request_id !== '' && (
        <p className={classes.quiet}>{t('summary.objects')}</p>
      )}
      <div className={classes.tops}>
        {(Object.keys(TOPS) as TopName[]).map((name) => (
          <Top
            key={name}
            title={t(`summary.${name}`)}
            entries={data[name]}
            onNarrow={(text) => {
              // '404 Not Found': a search takes the number.
              const value = name === 'statuses' ? (text.split(' ')[0] ?? '') : text;
              onNarrow({ [TOPS[name]]: literalPattern(value) });
            }}
          />
        ))}
      </div>
    </section>
  );
}

function Chart({ summary: { slots } }: { readonly summary: Summary }) {
  const t = useText(auditText);
  const times = useMemo(() => slots.map(({ time }) => Date.parse(time) / 1000), [slots]);
  const series = useMemo(
    () => [
      { label: t('summary.calls'), values: slots.map(({ calls }) => calls) },
      { label: t('summary.errors'), values: slots.map(({ errors }) => errors) },
    ],
    [t, slots],
  );
  return (
    <Suspense fallback={<ListSkeleton rows={1} height={160} />}>
      <TimeChart
        label={t('summary.title')}
        times={times}
        series={series}
        format={formatCount}
        group="audit"
      />
    </Suspense>
  );
}

interface TopProps {
  readonly title: string;
  readonly entries: Summary[TopName];
  readonly onNarrow: (name: string) => void;
}

function Top({ title, entries, onNarrow }: TopProps) {
  const t = useText(auditText);
  if (entries.length === 0) return null;
  const most = Math.max(1, ...entries.map(({ calls }) => calls));
  return (
    <div>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.top}>
        {entries.slice(0, 5).map(({ name, calls, errors }) => (
          <li key={name}>
            <UnstyledButton
              className={classes.bar}
              disabled={name === ''}
              title={name === '' ? undefined : t('summary.narrow', { name })}
              onClick={() => onNarrow(name)}
            >
              <meter className={classes.meter} max={most} value={calls} aria-hidden />
              <span className={classes.name}>
                {name === '' ? t('anonymous') : <Name>{name}</Name>}
              </span>
              <span className={classes.count}>
                {formatCount(calls)}
                {errors > 0 && (
                  <span className={classes.bad}>
                    {` · ${t('summary.errorCount', { count: errors, formatted: formatCount(errors) })}`}
                  </span>
                )}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
