export {
  METRIC_TEXT_TYPE,
  type MetricFamily,
  writeMetrics,
} from '@stowage/storage-wire/prometheus-text';
