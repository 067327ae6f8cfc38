import type { AuditRecord } from './audit-record.ts';

/** Builds a record from a row joined with its shape's columns. */
export function recordOfRow(time: number, row: Readonly<Record<string, unknown>>): AuditRecord {
  return {
    time,
    api: String(row.api),
    bucket: String(row.bucket),
    object: String(row.object),
    objects: String(row.objects),
    status: String(row.status),
    statusCode: Number(row.status_code),
    received: Number(row.received),
    sent: Number(row.sent),
    nanoseconds: Number(row.nanoseconds),
    remoteHost: String(row.remote_host),
    requestId: String(row.request_id),
    userAgent: String(row.user_agent),
    accessKey: String(row.access_key),
    parentUser: String(row.parent_user),
    error: String(row.error),
  };
}
