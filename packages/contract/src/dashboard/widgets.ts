import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';
import { MAX_POINTS, RANGE_FIELDS } from './time-range.ts';

/**
 * How a widget is drawn: a single number, a part of a whole, lines over time, or a bar per class.
 */
export const WIDGET_TYPES = ['stat', 'gauge', 'graph', 'bargauge'] as const;
export type WidgetType = (typeof WIDGET_TYPES)[number];

/** The unit of a widget's values. */
export const WIDGET_UNITS = [
  'count',
  'bytes',
  'bytesPerSecond',
  'perSecond',
  'requests',
  'cores',
  'seconds',
  'nanoseconds',
] as const;
export type WidgetUnit = (typeof WIDGET_UNITS)[number];

/** How the series of a number widget are reduced to one number. */
export const WIDGET_CALCS = ['mean', 'last', 'lastNotNull'] as const;

/** One series: its identifying labels and its values. */
export const WidgetResult = z.object({
  metric: z.record(z.string(), z.string()),
  /** Seconds since 1970 and the value as decimal text, as in Prometheus; in chronological order. */
  values: z.array(z.tuple([z.number(), z.string()])),
});
export type WidgetResult = z.infer<typeof WidgetResult>;

export const WidgetTarget = z.object({
  /** Name template of a series: '{{server}}' is replaced by that label; '' for none. */
  legendFormat: z.string(),
  /** 'matrix': each series has many values. */
  resultType: z.literal('matrix'),
  result: z.array(WidgetResult),
});
export type WidgetTarget = z.infer<typeof WidgetTarget>;

/** A widget without its values. */
export const Widget = z.object({
  id: z.int(),
  title: z.string(),
  type: z.enum(WIDGET_TYPES),
  unit: z.enum(WIDGET_UNITS),
  /** Only for widgets that show one number per series. */
  options: z
    .object({ reduceOptions: z.object({ calcs: z.array(z.enum(WIDGET_CALCS)) }) })
    .optional(),
});
export type Widget = z.infer<typeof Widget>;

/** A widget with its values. A target without series has no data in this range. */
export const WidgetDetails = Widget.extend({ targets: z.array(WidgetTarget) });
export type WidgetDetails = z.infer<typeof WidgetDetails>;

export const getWidget = endpoint({
  id: 'dashboard.widget',
  method: 'GET',
  path: '/admin/info/widgets/{id}',
  summary: 'The values of one widget of the metrics dashboard over a range of time',
  permission: storage('admin:ServerInfo'),
  params: z.object({ id: z.coerce.number().int().min(0).max(2_147_483_647) }),
  query: z.object({
    ...RANGE_FIELDS,
    /**
     * The length of the range in minutes, at least 15. It is also the interval of the values in
     * seconds, so that any range has sixty points. MinIO's console sends 0 if no range is chosen.
     */
    step: z.coerce.number().int().min(0).max(1_000_000).optional(),
    /** Alternative to `step`: the maximum number of points per series. */
    points: z.coerce.number().int().min(2).max(MAX_POINTS).optional(),
  }),
  response: WidgetDetails,
  status: 200,
  errors: [...storageErrors, 'InvalidInput', 'NotFound', 'MetricsUnavailable'],
});

/** The source of the values, and why they may be missing. */
export const getMetricsSource = endpoint({
  id: 'dashboard.source',
  method: 'GET',
  path: '/metrics/source',
  summary: 'Where the values of the metrics dashboard come from, and whether they keep coming',
  permission: storage('admin:ServerInfo'),
  response: z.object({
    /** prometheus: CONSOLE_PROMETHEUS_URL; sampler: the console scrapes and stores them itself. */
    kind: z.enum(['sampler', 'prometheus', 'none']),
    /**
     * ok: values are available. starting: none has been read yet. failing: the last attempt failed,
     * see `problem`. waiting: the sampler has no keys of its own and nobody who may read metrics is
     * logged in. unsupported: the storage server has no metrics.
     */
    state: z.enum(['ok', 'starting', 'failing', 'waiting', 'unsupported']),
    /**
     * denied: the keys may not read metrics (admin:Prometheus). unreachable: nothing answers at the
     * address. invalid: the answer is not from a metrics endpoint or from Prometheus. unsaved: the
     * console cannot store what it reads, for example because the disk is full.
     */
    problem: z.enum(['denied', 'unreachable', 'invalid', 'unsaved']).optional(),
    /** ISO 8601; for the sampler. */
    lastSampleAt: z.string().optional(),
    /** Start of the sampler's history, ISO 8601. */
    since: z.string().optional(),
    /**
     * Resolutions of the sampler's history, finest first: seconds between values, and retention in
     * seconds.
     */
    resolutions: z.array(z.object({ step: z.int(), kept: z.int() })),
  }),
  status: 200,
  errors: [...storageErrors, 'NotSupported'],
});
