import type { MetricSource } from '../../metric-source/metric-source.ts';
import type { ServerInfoGate } from '../../upstream/server-info-gate.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import type { CertificateCheck } from './certificates.ts';

/** The dependencies of the dashboard's routes. */
export interface DashboardParts {
  readonly storage: StorageAccess;
  readonly metrics: MetricSource;
  readonly gate: ServerInfoGate;
  readonly certificates: CertificateCheck;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
