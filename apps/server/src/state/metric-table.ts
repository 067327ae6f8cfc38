import type { SampleStore, StoredSample, StoredSeries } from '@stowage/metrics/history';
import { z } from 'zod';
import type { Row, Sql } from './sql.ts';

/** Samples of each storage server, by its name. */
export interface MetricStores {
  of(source: string): SampleStore;
  /**
   * Drops samples from before a time, in seconds since 1970, including those of servers that are no
   * longer read.
   */
  prune(before: number): Promise<void>;
}

const Series = z.object({ id: z.number(), series: z.string() });
const Label = z.tuple([z.string(), z.string()]);
const Named = z.tuple([z.string(), z.array(Label)]);
const Time = z.object({ at: z.number().nullable() });

/** Stores samples in tables of the console's database: a row contains all values of one time. */
export function metricTable(sql: Sql): MetricStores {
  return {
    of: (source) => ({ ...seriesOf(sql, source), ...samplesOf(sql, source) }),
    async prune(before) {
      await sql.query('DELETE FROM metric_samples WHERE at < $1', [Math.floor(before)]);
    },
  };
}

function seriesOf(
  sql: Sql,
  source: string,
): Pick<SampleStore, 'series' | 'addSeries' | 'pruneSeries'> {
  const list = () => sql.query('SELECT id, series FROM metric_series WHERE source = $1', [source]);
  return {
    series: async () => (await list()).flatMap(toSeries),
    async addSeries(series) {
      const added: StoredSeries[] = [];
      for (const { name, labels } of series) {
        const rows = await sql.query(
          `INSERT INTO metric_series (source, series) VALUES ($1, $2)
           ON CONFLICT (source, series) DO UPDATE SET series = excluded.series
           RETURNING id, series`,
          [source, JSON.stringify([name, Object.entries(labels)])],
        );
        added.push(...rows.flatMap(toSeries));
      }
      return added;
    },
    async pruneSeries(used) {
      const kept = new Set(used);
      const unused = (await list()).flatMap(toSeries).filter(({ id }) => !kept.has(id));
      for (const { id } of unused) await sql.query('DELETE FROM metric_series WHERE id = $1', [id]);
    },
  };
}

function samplesOf(
  sql: Sql,
  source: string,
): Omit<SampleStore, 'series' | 'addSeries' | 'pruneSeries'> {
  const time = async (text: string, values: readonly (string | number)[]) => {
    const [row] = await sql.query(text, values);
    return Time.parse(row).at ?? undefined;
  };
  return {
    async insert({ at, step, data }) {
      await sql.query(
        `INSERT INTO metric_samples (source, at, step, data) VALUES ($1, $2, $3, $4)
         ON CONFLICT (source, at) DO UPDATE SET data = excluded.data,
           step = CASE WHEN metric_samples.step > excluded.step THEN metric_samples.step ELSE excluded.step END`,
        [source, at, step, data],
      );
    },
    async between(from, to, step) {
      const rows = await sql.query(
        `SELECT at, step, data FROM metric_samples
         WHERE source = $1 AND at >= $2 AND at <= $3 AND step >= $4 ORDER BY at`,
        [source, Math.floor(from), Math.ceil(to), step],
      );
      return rows.flatMap(toSample);
    },
    last: (step, until) =>
      time(
        'SELECT MAX(at) AS at FROM metric_samples WHERE source = $1 AND step >= $2 AND at <= $3',
        [source, step, Math.floor(until)],
      ),
    first: () => time('SELECT MIN(at) AS at FROM metric_samples WHERE source = $1', [source]),
    async prune(step, before) {
      await sql.query('DELETE FROM metric_samples WHERE source = $1 AND step = $2 AND at < $3', [
        source,
        step,
        Math.floor(before),
      ]);
    },
  };
}

/** Unreadable rows are skipped: one damaged row must not hide all the others. */
function toSeries(row: Row): StoredSeries[] {
  const { id, series } = Series.parse(row);
  const named = Named.safeParse(parsed(series));
  if (!named.success) return [];
  const [name, labels] = named.data;
  return [{ id, name, labels: Object.fromEntries(labels) }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Written by hand for speed: a response contains thousands. */
function toSample({ at, step, data }: Row): StoredSample[] {
  const isReadable =
    typeof at === 'number' && typeof step === 'number' && data instanceof Uint8Array;
  return isReadable ? [{ at, step, data }] : [];
}
