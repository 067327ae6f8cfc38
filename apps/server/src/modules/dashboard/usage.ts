import { getBucketGrowth, getForecast, getHistograms } from '@stowage/contract/dashboard/usage';
import { forecast } from '@stowage/metrics/forecast';
import type { QueryEngine, Range } from '@stowage/metrics/query';
import { BUCKET_USAGE, USABLE_FREE, USABLE_TOTAL } from '@stowage/metrics/widgets';
import { ConsoleError } from '../../console-error.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import { growthOf } from './bucket-growth.ts';
import { sizeClasses, versionClasses } from './histograms.ts';
import type { DashboardParts } from './parts.ts';
import { rangeOf } from './time-range.ts';

const WEEK = 7 * 86_400;
const FORECAST_POINTS = 400;

/** How usage was, is and will be. */
export function usageRoutes({ storage, metrics, gate, now }: DashboardParts): RouteModule {
  return ({ serve }) => {
    serve(getBucketGrowth, async ({ session, query, signal }) => {
      const usage = await storage.clientsOf(session).admin.dataUsageInfo({ signal });
      metrics.lend(session);
      const range = rangeOf(query, now() / 1000);
      const series = await metrics.run(BUCKET_USAGE, range, signal);
      const buckets = growthOf(usage.perBucket, series);
      return {
        start: range.start,
        end: range.end,
        ...(usage.lastUpdate !== undefined && { countedAt: usage.lastUpdate }),
        buckets: buckets.slice(0, query.limit),
        total: buckets.length,
      };
    });

    serve(getForecast, async ({ session, query, signal }) => {
      await gate(session);
      metrics.lend(session);
      const end = Math.floor(now() / 1000);
      const length = query.weeks * WEEK;
      const range = rangeOf({ start: end - length, end, points: FORECAST_POINTS }, end);
      return readForecast(metrics, range, signal);
    });

    serve(getHistograms, async ({ session, query: { bucket }, signal }) => {
      const usage = await storage.clientsOf(session).admin.dataUsageInfo({ signal });
      const counted = Object.entries(usage.perBucket).filter(
        ([name]) => bucket === undefined || name === bucket,
      );
      if (bucket !== undefined && counted.length === 0) throw new ConsoleError('BucketNotFound');
      const each = counted.map(([, one]) => one);
      return {
        ...(usage.lastUpdate !== undefined && { countedAt: usage.lastUpdate }),
        sizes: sizeClasses(each.map(({ sizes }) => sizes)),
        versions: versionClasses(each.map((one) => one.versionClasses)),
      };
    });
  };
}

async function readForecast(engine: QueryEngine, range: Range, signal: AbortSignal) {
  // The last point is now, whatever the step: the line goes on from there.
  const recent = { start: range.end, end: range.end, step: range.step };
  const [totals, frees, total, free] = await Promise.all(
    [
      [USABLE_TOTAL, range] as const,
      [USABLE_FREE, range] as const,
      [USABLE_TOTAL, recent] as const,
      [USABLE_FREE, recent] as const,
    ].map(async ([query, when]) => (await engine.run(query, when, signal))[0]),
  );
  const capacity = total?.values.at(-1) ?? totals?.values.at(-1) ?? 0;
  const used = capacity - (free?.values.at(-1) ?? frees?.values.at(-1) ?? capacity);
  const totalAt = new Map(totals?.times.map((time, index) => [time, totals.values[index]]));
  const history = (frees?.times ?? []).flatMap((time, index): [number, number][] => {
    const [all, left] = [totalAt.get(time), frees?.values[index]];
    return all === undefined || left === undefined ? [] : [[time, all - left]];
  });
  const { line, ...made } = forecast(history, capacity);
  return { capacity, used, history, line: [...line], ...made };
}
