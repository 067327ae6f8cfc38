import { readBoundedText } from '@stowage/domain/read-bounded';
import { type PromScope, promqlOf } from './promql.ts';
import { joined, MetricSourceError, type QueryEngine, type Series } from './query.ts';

/** A Prometheus server and its credentials. */
export interface PrometheusOptions extends PromScope {
  /** Its address; a path before /api is preserved. */
  readonly url: string;
  readonly auth?:
    | { readonly token: string }
    | { readonly username: string; readonly password: string };
}

const TIMEOUT_MS = 15_000;
/** Room for eleven thousand points of several hundred series. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** Long queries do not fit into a URL. */
const FORM = 'application/x-www-form-urlencoded';

/** Creates a query engine backed by a Prometheus server. */
export function createPrometheus(options: PrometheusOptions): QueryEngine {
  const address = `${options.url.replace(/\/+$/, '')}/api/v1/query_range`;
  const authorization = authorizationOf(options.auth);
  return {
    async run(query, range, signal) {
      const headers = { 'content-type': FORM, ...(authorization && { authorization }) };
      const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const expression = promqlOf(query, range, options);
      const between = async (start: number, end: number) => {
        const of = { query: expression, start: `${start}`, end: `${end}`, step: `${range.step}` };
        const body = new URLSearchParams(of).toString();
        return readMatrix(await ask(address, { method: 'POST', headers, body, signal: limit }));
      };
      const { start, end, step, withEnd = false } = range;
      if (!withEnd || (end - start) % step === 0) return between(start, end);
      const [steps, last] = await Promise.all([between(start, end), between(end, end)]);
      return joined(steps, last);
    },
  };
}

async function ask(address: string, request: RequestInit): Promise<string> {
  let answer: Response;
  let text: string;
  try {
    // Redirects are not followed: the credentials are for this address only.
    answer = await fetch(address, { ...request, redirect: 'manual' });
    text = await readBoundedText(answer.body ?? nothing(), MAX_ANSWER_BYTES, tooLarge);
  } catch (error) {
    if (error instanceof MetricSourceError) throw error;
    throw new MetricSourceError('unreachable', 'Prometheus does not answer.', { cause: error });
  }
  const { status } = answer;
  if (status === 401 || status === 403) {
    throw new MetricSourceError('denied', 'Prometheus refuses the credentials.');
  }
  if (status === 502 || status === 503 || status === 504) {
    throw new MetricSourceError('unreachable', `Prometheus answered with status ${status}.`);
  }
  if (!answer.ok) {
    throw new MetricSourceError('invalid', `Prometheus answered with status ${status}.`);
  }
  return text;
}

const tooLarge = () => new MetricSourceError('invalid', 'The answer of Prometheus is too large.');

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** @throws MetricSourceError for an answer that is not a matrix */
function readMatrix(text: string): readonly Series[] {
  const answer = parsed(text);
  const data = isRecord(answer) && answer.status === 'success' ? answer.data : undefined;
  const result = isRecord(data) && data.resultType === 'matrix' ? data.result : undefined;
  if (!Array.isArray(result)) {
    throw new MetricSourceError('invalid', 'What answers is no Prometheus.');
  }
  return result.map(readSeries);
}

function readSeries(one: unknown): Series {
  if (!isRecord(one) || !isRecord(one.metric) || !Array.isArray(one.values)) {
    throw new MetricSourceError('invalid', 'A series of Prometheus cannot be read.');
  }
  const labels = Object.entries(one.metric).map(([name, value]) => [name, String(value)] as const);
  const points = one.values
    .map((point: unknown) => (Array.isArray(point) ? [Number(point[0]), Number(point[1])] : []))
    .filter(([time, value]) => Number.isFinite(time) && Number.isFinite(value));
  return {
    labels: Object.fromEntries(labels.filter(([name]) => name !== '__name__')),
    times: points.map(([time = 0]) => time),
    values: points.map(([, value = 0]) => value),
  };
}

function authorizationOf(auth: PrometheusOptions['auth']): string | undefined {
  if (auth === undefined) return undefined;
  if ('token' in auth) return `Bearer ${auth.token}`;
  return `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
