import type { MetricFamily } from '@stowage/metrics/text';

/** Upper bounds of the histogram buckets, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A completed request. */
export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of its route: it contains no names of buckets, objects or users. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

interface Times {
  readonly labels: { readonly method: string; readonly route: string };
  /** Per bucket; the last one is unbounded. */
  readonly classes: number[];
  sum: number;
}

interface Count {
  readonly labels: Readonly<Record<string, string>>;
  value: number;
}

/** Counts requests by method, route and status, and their durations. */
export class HttpCounts {
  readonly #counts = new Map<string, Count>();
  readonly #times = new Map<string, Times>();

  answered({ method, route, status, seconds }: AnsweredRequest): void {
    const name = `${method} ${route}`;
    const labels = { method, route };
    const count = this.#counts.get(`${status} ${name}`) ?? {
      labels: { ...labels, status: String(status) },
      value: 0,
    };
    count.value += 1;
    this.#counts.set(`${status} ${name}`, count);
    const times = this.#times.get(name) ?? {
      labels,
      classes: new Array<number>(BOUNDS.length + 1).fill(0),
      sum: 0,
    };
    const found = BOUNDS.findIndex((bound) => seconds <= bound);
    const place = found < 0 ? BOUNDS.length : found;
    times.classes[place] = (times.classes[place] ?? 0) + 1;
    times.sum += seconds;
    this.#times.set(name, times);
  }

  families(): readonly MetricFamily[] {
    return [
      {
        name: 'stowage_http_requests_total',
        type: 'counter',
        help: 'Requests answered, by route and status',
        samples: [...this.#counts.values()],
      },
      {
        name: 'stowage_http_request_duration_seconds',
        type: 'histogram',
        help: 'Time from the arrival of a request to the end of its answer',
        samples: [...this.#times.values()].flatMap(timesSamples),
      },
    ];
  }
}

function timesSamples({ labels, classes, sum }: Times): MetricFamily['samples'] {
  const name = 'stowage_http_request_duration_seconds';
  let count = 0;
  const buckets = [...BOUNDS.map(String), '+Inf'].map((le, index) => {
    count += classes[index] ?? 0;
    return { name: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  return [
    ...buckets,
    { name: `${name}_sum`, labels, value: sum },
    { name: `${name}_count`, labels, value: count },
  ];
}
