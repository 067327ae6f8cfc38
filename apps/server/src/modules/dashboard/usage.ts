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

/** Past, current and projected usage. */
export function usageRoutes({ storage, metrics, gate, now }: DashboardParts): RouteModule {
  return ({ serve }) => {
    serve(getBucketGrowth, async ({ session, query, signal }) => {
      const usage = await storage.clientsOf(session).admin.dataUsageInfo({ signal });
      metrics.lend(session);
      const since = await metrics.begin();
      const range = rangeOf({ ...query, since }, now() / 1000);
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
      await gate.check(session);
      metrics.lend(session);
      const end = Math.floor(now() / 1000);
      const begin = end - query.weeks * WEEK;
      const since = await metrics.begin();
      const range = rangeOf({ start: begin, end, points: FORECAST_POINTS, since }, end);
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
  const [totals, frees] = await Promise.all(
    [USABLE_TOTAL, USABLE_FREE].map(async (query) => (await engine.run(query, range, signal))[0]),
  );
  const capacity = totals?.values.at(-1) ?? 0;
  const used = capacity - (frees?.values.at(-1) ?? capacity);
  const totalAt = new Map(totals?.times.map((time, index) => [time, totals.values[index]]));
  const history = (frees?.times ?? []).flatMap((time, index): [number, number][] => {
    const [all, left] = [totalAt.get(time), frees?.values[index]];
    return all === undefined || left === undefined ? [] : [[time, all - left]];
  });
  const { line, ...made } = forecast(history, capacity);
  return { capacity, used, history, line: [...line], ...made };
}
