import type { AuditCount, AuditRange, AuditSummary, AuditTop } from './audit-log.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MONTH = 30 * 24 * HOUR;
/** Longer ranges are counted by hour. */
const BY_MINUTES = 12 * HOUR;
const MAX_SLOTS = 120;
const MAX_TOP = 10;
/**
 * Hostile clients may send a new bucket or key with each call: beyond this number the rare names
 * are dropped.
 */
const MAX_NAMES = 50_000;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 10_080].map((n) => n * MINUTE);

/** Chooses the slot length that suits a range, and the step of its chart. */
export function slotFor({ from, to }: AuditRange): { span: number; step: number } {
  const span = to - from <= BY_MINUTES ? MINUTE : HOUR;
  const fits = (step: number) => step >= span && (to - from) / step <= MAX_SLOTS;
  return { span, step: STEPS.find(fits) ?? Math.ceil((to - from) / MAX_SLOTS / MONTH) * MONTH };
}

/** The common fields of calls as stored in the database, and the number of calls. */
export interface CountedCalls {
  readonly api?: unknown;
  readonly bucket?: unknown;
  readonly status?: unknown;
  readonly status_code?: unknown;
  readonly access_key?: unknown;
  readonly parent_user?: unknown;
  readonly calls?: unknown;
}

/** Adds up calls by time and by shape. */
export class SummaryCounts {
  readonly #step: number;
  readonly #range: AuditRange;
  readonly #slots = new Map<string, AuditCount>();
  readonly #tops = {
    apis: new Map<string, AuditCount>(),
    buckets: new Map<string, AuditCount>(),
    accounts: new Map<string, AuditCount>(),
    statuses: new Map<string, AuditCount>(),
  };

  constructor(step: number, range: AuditRange) {
    this.#step = step;
    this.#range = range;
  }

  add(time: number, row: CountedCalls): void {
    this.addSlot(time, row);
    this.addTops(row);
  }

  /** Adds calls by time only. */
  addSlot(time: number, row: CountedCalls): void {
    addTo(this.#slots, String(Math.floor(time / this.#step) * this.#step), countOf(row));
  }

  /** Adds calls by shape only. */
  addTops(row: CountedCalls): void {
    const count = countOf(row);
    addTo(this.#tops.apis, String(row.api), count);
    if (row.bucket !== '') addTo(this.#tops.buckets, String(row.bucket), count);
    addTo(this.#tops.accounts, String(row.parent_user || row.access_key), count);
    addTo(this.#tops.statuses, `${Number(row.status_code)} ${String(row.status)}`.trim(), count);
    for (const counts of Object.values(this.#tops)) forgetRare(counts);
  }

  summary(): AuditSummary {
    const step = this.#step;
    const slots: AuditSummary['slots'][number][] = [];
    for (
      let time = Math.floor(this.#range.from / step) * step;
      time < this.#range.to;
      time += step
    ) {
      slots.push({ time, ...(this.#slots.get(String(time)) ?? { calls: 0, errors: 0 }) });
    }
    const { apis, buckets, accounts, statuses } = this.#tops;
    return {
      ...{ step, slots },
      ...{ apis: top(apis), buckets: top(buckets) },
      ...{ accounts: top(accounts), statuses: top(statuses) },
    };
  }
}

function countOf(row: CountedCalls): AuditCount {
  const calls = Number(row.calls);
  return { calls, errors: Number(row.status_code) >= 400 ? calls : 0 };
}

function addTo(counts: Map<string, AuditCount>, name: string, { calls, errors }: AuditCount): void {
  const before = counts.get(name) ?? { calls: 0, errors: 0 };
  counts.set(name, { calls: before.calls + calls, errors: before.errors + errors });
}

function forgetRare(counts: Map<string, AuditCount>): void {
  if (counts.size <= MAX_NAMES) return;
  const frequent = [...counts].sort(byCalls).slice(0, MAX_NAMES / 2);
  counts.clear();
  for (const [name, count] of frequent) counts.set(name, count);
}

type Counted = readonly [string, AuditCount];
const byCalls = ([, one]: Counted, [, other]: Counted) => other.calls - one.calls;

function top(counts: ReadonlyMap<string, AuditCount>): AuditTop {
  return [...counts]
    .sort(byCalls)
    .slice(0, MAX_TOP)
    .map(([name, count]) => ({ name, ...count }));
}
