import type { AuditFilter, AuditSearch } from '../audit-log/audit-log.ts';

export const ANY_RECORD: AuditFilter = {
  ...{ api: '', bucket: '', object: '', requestId: '', userAgent: '', status: '', account: '' },
};
export const AUDIT_RETENTION = { days: 30, bytes: 1e9 };
export const NOW = Date.now();
export const HOUR = 3_600_000;

interface Given {
  readonly time?: number;
  readonly requestID?: string;
  readonly api?: object;
  readonly accessKey?: string;
  readonly parentUser?: string;
  readonly userAgent?: string;
}

let requests = 0;

/** The number of the last entry created. */
export const lastEntry = () => requests;

/** An audit entry as a storage server sends it: the nth has the object cat-n.jpg and the request Rn. */
export function line({ time = NOW, api = {}, ...rest }: Given = {}): string {
  requests += 1;
  return JSON.stringify({
    version: '1',
    time: new Date(time).toISOString(),
    trigger: 'incoming',
    api: {
      ...{ name: 'GetObject', bucket: 'photos', object: `cat-${requests}.jpg`, status: 'OK' },
      ...{ statusCode: 200, rx: 0, tx: 10, timeToResponseInNS: '1500000', ...api },
    },
    ...{ remotehost: '10.0.0.1', requestID: `R${requests}`, userAgent: 'mc/1', accessKey: 'anna' },
    ...rest,
  });
}

/** The newest hundred entries of the last day that match the filter. */
export function search(
  filter: Partial<AuditFilter> = {},
  more: Partial<AuditSearch> = {},
): AuditSearch {
  return {
    ...{ from: NOW - 24 * HOUR, to: NOW + HOUR, newestFirst: true, skip: 0, limit: 100 },
    ...{ filter: { ...ANY_RECORD, ...filter }, ...more },
  };
}
