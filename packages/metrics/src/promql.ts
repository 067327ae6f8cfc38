import { type Query, type Range, windowOf } from './query.ts';

/** Selects the storage server's series in a Prometheus. */
export interface PromScope {
  /** Its scrape job; jobs with the suffixes that `mc admin prometheus generate` adds match too. */
  readonly job: string;
}

/**
 * Builds a query in PromQL. Labels of the scrape target are dropped: several servers report the
 * same totals, and several jobs may scrape the same page.
 */
export function promqlOf(query: Query, range: Range, { job }: PromScope): string {
  const { metric, formerly, as, total } = query;
  const names =
    formerly === undefined ? `__name__="${metric}"` : `__name__=~"${metric}|${formerly}"`;
  const selector = `{${names},job=~"${escapedJob(job)}(-node|-cluster|-bucket)?"}`;
  const values = as === 'rate' ? `rate(${selector}[${windowOf(range)}s])` : selector;
  const plain = `max without (instance,job) (${values})`;
  const made = total === undefined ? plain : `${total.of} by (${total.by.join(',')}) (${plain})`;
  return as === 'age' ? `time() - ${made}` : made;
}

/** Escapes a name for a regular expression inside a PromQL string. */
function escapedJob(job: string): string {
  return job.replace(/[^A-Za-z0-9_ -]/gu, (found) =>
    found === '"' || found === '\n' ? '.' : `\\\\${found}`,
  );
}
