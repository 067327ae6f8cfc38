import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { plainAddress } from '@stowage/domain/ip-address';
import { METRIC_TEXT_TYPE, type MetricFamily, writeMetrics } from '@stowage/metrics/text';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConsoleError } from '../console-error.ts';
import { HttpCounts } from './http-counts.ts';

type EventLoopDelay = ReturnType<typeof monitorEventLoopDelay>;

/** The path of the console's own metrics: /metrics is a page of the web app. */
const OWN_METRICS_PATH = '/api/metrics';

/** The console's figures besides its requests. */
export interface OwnFacts {
  readonly version: string;
  /** Open sessions in the state that consoles share. */
  readonly sessions: () => Promise<number>;
  /** Jobs by state, in the state that consoles share. */
  readonly jobs: () => Promise<Readonly<Record<string, number>>>;
  /** Running uploads and downloads of this console. */
  readonly transfers: () => number;
  /** When the storage server's metrics were last read, in milliseconds since the epoch. */
  readonly lastSampleAt: () => Promise<number | undefined>;
}

export interface OwnMetricsOptions {
  /** Allows access from anywhere; without it, only from this machine. */
  readonly token?: string | undefined;
  readonly facts: OwnFacts;
}

/** Counts what the console does, and exports it to Prometheus. */
export function ownMetrics(app: FastifyInstance, { token, facts }: OwnMetricsOptions): void {
  const requests = new HttpCounts();
  const delay = monitorEventLoopDelay();
  delay.enable();
  app.addHook('onClose', async () => {
    delay.disable();
  });
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const route = routeOptions.url ?? 'none';
    requests.answered({ method, route, status: statusCode, seconds: elapsedTime / 1000 });
  });
  app.get(OWN_METRICS_PATH, async (request, reply) => {
    if (!canRead(request, token)) {
      throw new ConsoleError('AccessDenied', {
        detail:
          "The console's metrics need the token in STOWAGE_METRICS_TOKEN, as a bearer token. Where none is set they are told to the console's own machine only.",
      });
    }
    const families = [
      ...requests.families(),
      ...(await stateFamilies(facts)),
      gauge('stowage_streams_open', 'Live views that are open', app.websocketServer.clients.size),
      ...processFamilies(facts.version, delay),
    ];
    delay.reset();
    return reply
      .header('content-type', METRIC_TEXT_TYPE)
      .header('cache-control', 'no-store')
      .send(writeMetrics(families));
  });
}

function canRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isFromHere(request);
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

/** A digest has the same length for any input. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a request was made on this machine and addressed to it. This excludes requests forwarded
 * by a proxy on this machine: it adds a header, or keeps the host name that the client used.
 */
function isFromHere({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const host = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
  const isLocalName = host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''));
  return (
    isLocalName &&
    isLoopback(socket.remoteAddress ?? '') &&
    FORWARDED.every((name) => headers[name] === undefined)
  );
}

function isLoopback(address: string): boolean {
  const plain = plainAddress(address);
  return isIP(plain) !== 0 && (plain === '::1' || plain.startsWith('127.'));
}

async function stateFamilies(facts: OwnFacts): Promise<readonly MetricFamily[]> {
  const [sessions, jobs, lastSampleAt] = await Promise.all([
    facts.sessions(),
    facts.jobs(),
    facts.lastSampleAt(),
  ]);
  return [
    gauge(
      'stowage_sessions_open',
      'Sessions that are open at all consoles of this state',
      sessions,
    ),
    {
      name: 'stowage_jobs',
      type: 'gauge',
      help: 'Jobs at all consoles of this state, by how they stand',
      samples: Object.entries(jobs).map(([state, value]) => ({ labels: { state }, value })),
    },
    gauge('stowage_transfers_running', 'Up- and downloads that run', facts.transfers()),
    ...(lastSampleAt === undefined
      ? []
      : [
          gauge(
            'stowage_storage_metrics_last_sample_timestamp_seconds',
            'When the metrics of the storage server were last read',
            lastSampleAt / 1000,
          ),
        ]),
  ];
}

function processFamilies(version: string, delay: EventLoopDelay): readonly MetricFamily[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return [
    {
      name: 'stowage_build_info',
      type: 'gauge',
      help: 'The version that runs',
      samples: [{ labels: { version }, value: 1 }],
    },
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Processor time, that of an embedded storage included',
      samples: [{ labels: {}, value: (user + system) / 1e6 }],
    },
    gauge('process_resident_memory_bytes', 'Memory in use', rss),
    gauge(
      'process_start_time_seconds',
      'Start of the process, since 1970',
      Date.now() / 1000 - process.uptime(),
    ),
    gauge('nodejs_heap_used_bytes', 'Memory that the console itself has in use', heapUsed),
    gauge(
      'nodejs_eventloop_delay_p99_seconds',
      'How late the event loop was since the last scrape, 99 times in 100 at most',
      Number.isFinite(delay.percentile(99)) ? delay.percentile(99) / 1e9 : 0,
    ),
  ];
}

function gauge(name: string, help: string, value: number): MetricFamily {
  return { name, type: 'gauge', help, samples: [{ labels: {}, value }] };
}
