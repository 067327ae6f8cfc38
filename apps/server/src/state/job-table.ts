import { z } from 'zod';
import {
  type ClaimedJob,
  JOB_STATES,
  type JobState,
  type JobStore,
  type StoredJob,
} from './job-store.ts';
import type { Row, Sql } from './sql.ts';

const Stored = z.object({
  id: z.string(),
  owner: z.string(),
  session: z.string(),
  summary: z.string(),
  progress: z.string(),
  state: z.enum(JOB_STATES),
  code: z.string(),
  detail: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
});
const Claimed = z.object({ request: z.string() });
const Failure = z.object({
  id: z.string(),
  seq: z.number(),
  item: z.string(),
  code: z.string(),
  detail: z.string(),
});

/** A request may be megabytes long, so only the console that runs the job reads it. */
const COLUMNS =
  'id, owner, session, summary, progress, state, code, detail, created_at, updated_at';
const OPEN = "state IN ('waiting', 'running')";

/** Stores jobs in tables of the console's database, using the database's clock. */
export function jobTable(sql: Sql): JobStore {
  return { ...queue(sql), ...running(sql), ...failureList(sql) };
}

/** Operations of owners. */
function queue(
  sql: Sql,
): Pick<
  JobStore,
  | 'insert'
  | 'find'
  | 'requestOf'
  | 'counts'
  | 'ofOwner'
  | 'cancel'
  | 'requeue'
  | 'remove'
  | 'removeEnded'
  | 'prune'
> {
  const some = async (text: string, values: readonly (string | number)[]) =>
    (await sql.query(`${text} RETURNING id`, values)).length > 0;
  const open = (owner: string) => `(SELECT COUNT(*) FROM jobs WHERE owner = ${owner} AND ${OPEN})`;
  return {
    insert: ({ id, owner, session, request, summary, progress }, maxOpen) =>
      some(
        `INSERT INTO jobs (id, owner, session, request, summary, progress, state, code, detail,
           cancel, holder, lease_ends_at, created_at, queued_at, updated_at)
         SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT),
           CAST($5 AS TEXT), CAST($6 AS TEXT), 'waiting', '', '', 0, '', 0,
           ${sql.now}, ${sql.now}, ${sql.now}
         WHERE ${open('$2')} < CAST($7 AS BIGINT)`,
        [id, owner, session, request, summary, progress, maxOpen],
      ),
    async find(owner, id) {
      const text = `SELECT ${COLUMNS} FROM jobs WHERE id = $1 AND owner = $2`;
      const [row] = await sql.query(text, [id, owner]);
      return row && toJob(row);
    },
    async requestOf(id) {
      const [row] = await sql.query('SELECT request FROM jobs WHERE id = $1', [id]);
      return row && Claimed.parse(row).request;
    },
    async counts() {
      const rows = await sql.query('SELECT state, COUNT(*) AS jobs FROM jobs GROUP BY state');
      const counted = new Map(rows.map((row) => [String(row.state), Number(row.jobs)]));
      const each = JOB_STATES.map((state) => [state, counted.get(state) ?? 0] as const);
      return Object.fromEntries(each) as Record<JobState, number>;
    },
    async ofOwner(owner, limit) {
      const text = `SELECT ${COLUMNS} FROM jobs WHERE owner = $1 ORDER BY created_at DESC, id LIMIT $2`;
      return (await sql.query(text, [owner, limit])).map(toJob);
    },
    async cancel(owner, id) {
      const mine = `id = $1 AND owner = $2 AND ${OPEN}`;
      const ended = await some(
        `UPDATE jobs SET state = 'canceled', holder = '', lease_ends_at = 0, updated_at = ${sql.now}
         WHERE ${mine} AND lease_ends_at <= ${sql.now}`,
        [id, owner],
      );
      return ended || some(`UPDATE jobs SET cancel = 1 WHERE ${mine}`, [id, owner]);
    },
    requeue: ({ id, owner, session, progress }, maxOpen) =>
      some(
        `UPDATE jobs SET state = 'waiting', code = '', detail = '', cancel = 0, session = $3,
           progress = $4, queued_at = ${sql.now}, updated_at = ${sql.now}
         WHERE id = $1 AND owner = $2 AND NOT ${OPEN} AND ${open('$2')} < CAST($5 AS BIGINT)`,
        [id, owner, session, progress, maxOpen],
      ),
    remove: (owner, id) =>
      some(`DELETE FROM jobs WHERE id = $1 AND owner = $2 AND NOT ${OPEN}`, [id, owner]),
    async removeEnded(owner) {
      await sql.query(`DELETE FROM jobs WHERE owner = $1 AND NOT ${OPEN}`, [owner]);
    },
    async prune(before, perOwner) {
      await sql.query(`DELETE FROM jobs WHERE NOT ${OPEN} AND updated_at < $1`, [before]);
      await sql.query(
        `DELETE FROM jobs WHERE NOT ${OPEN} AND (
           SELECT COUNT(*) FROM jobs AS newer WHERE newer.owner = jobs.owner
             AND newer.created_at > jobs.created_at
         ) >= CAST($1 AS BIGINT)`,
        [perOwner],
      );
      await sql.query('DELETE FROM job_failures WHERE job NOT IN (SELECT id FROM jobs)');
    },
  };
}

/**
 * Operations of the console that runs a job. Every statement names the holder: one that has lost
 * the lease changes nothing.
 */
function running(sql: Sql): Pick<JobStore, 'claim' | 'hold' | 'end'> {
  const until = (place: string) => `${sql.now} + CAST(${place} AS BIGINT)`;
  return {
    async claim(holder, milliseconds, perOwner) {
      // A lease that ends later than twice its duration from now was taken before the clock was set
      // back.
      const isKept = (job: string) =>
        `${job}.lease_ends_at > ${sql.now} AND ${job}.lease_ends_at <= ${until('2 * $2')}`;
      const free = (job: string) => `${job}.${OPEN} AND NOT (${isKept(job)})`;
      const [row] = await sql.query(
        `UPDATE jobs SET state = 'running', holder = $1, lease_ends_at = ${until('$2')},
           updated_at = ${sql.now}
         WHERE ${free('jobs')} AND id = (
           SELECT next.id FROM jobs AS next WHERE ${free('next')} AND (
             SELECT COUNT(*) FROM jobs AS busy WHERE busy.owner = next.owner
               AND ${isKept('busy')}
           ) < CAST($3 AS BIGINT)
           ORDER BY next.queued_at, next.id LIMIT 1
         ) RETURNING *`,
        [holder, milliseconds, perOwner],
      );
      return row && toClaimed(row);
    },
    async hold(id, holder, milliseconds, progress) {
      const [row] = await sql.query(
        `UPDATE jobs SET lease_ends_at = ${until('$3')}, progress = $4, updated_at = ${sql.now}
         WHERE id = $1 AND holder = $2 RETURNING cancel`,
        [id, holder, milliseconds, progress],
      );
      return row && { canceled: row.cancel === 1 };
    },
    async end(id, holder, { state, progress, code, detail }) {
      const rows = await sql.query(
        `UPDATE jobs SET state = $3, progress = $4, code = $5, detail = $6, holder = '',
           lease_ends_at = 0, updated_at = ${sql.now}
         WHERE id = $1 AND holder = $2 RETURNING id`,
        [id, holder, state, progress, code, detail],
      );
      return rows.length > 0;
    },
  };
}

function failureList(sql: Sql): Pick<JobStore, 'addFailures' | 'failures' | 'dropFailures'> {
  return {
    async addFailures(job, failures) {
      for (const { id, seq, item, code, detail } of failures) {
        await sql.query(
          `INSERT INTO job_failures (job, id, seq, item, code, detail)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (job, id) DO UPDATE SET code = excluded.code, detail = excluded.detail`,
          [job, id, seq, item, code, detail],
        );
      }
    },
    async failures(job, after, limit) {
      const rows = await sql.query(
        `SELECT id, seq, item, code, detail FROM job_failures
         WHERE job = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
        [job, after, limit],
      );
      return rows.map((row) => Failure.parse(row));
    },
    async dropFailures(job, failures) {
      for (const id of failures) {
        await sql.query('DELETE FROM job_failures WHERE job = $1 AND id = $2', [job, id]);
      }
    },
  };
}

function toJob(row: Row): StoredJob {
  const { created_at: createdAt, updated_at: updatedAt, ...rest } = Stored.parse(row);
  return { ...rest, createdAt, updatedAt };
}

function toClaimed(row: Row): ClaimedJob {
  return { ...toJob(row), ...Claimed.parse(row) };
}
