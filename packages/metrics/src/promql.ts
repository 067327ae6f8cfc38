import { type Query, type Range, windowOf } from './query.ts';

/** Which series of a Prometheus are the storage's. */
export interface PromScope {
  /** The job that scrapes it; those that `mc admin prometheus generate` names after it count too. */
  readonly job: string;
}

/**
 * A query in PromQL. What tells apart who was scraped by which job is taken off: several servers
 * tell the same of all, and several jobs may read the same page.
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

/** A name as it stands in a regular expression in a text of PromQL. */
function escapedJob(job: string): string {
  return job.replace(/[^A-Za-z0-9_ -]/gu, (found) =>
    found === '"' || found === '\n' ? '.' : `\\\\${found}`,
  );
}
