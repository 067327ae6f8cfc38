import type { S3Error, S3ErrorCode } from '@stowage/storage-wire/s3-error';
import { xmlElement, xmlGroup } from '@stowage/storage-wire/xml';

/** Additional fields of an error document. */
export interface ErrorPlace {
  readonly bucket: string;
  readonly key: string;
  readonly resource: string;
  readonly requestId: string;
  readonly hostId: string;
}

/** Internal codes for which neither S3 nor MinIO has a code of its own. */
const SHARED_CODES: Partial<Record<S3ErrorCode, string>> = {
  ObjectLocked: 'AccessDenied',
  XMinioAdminNoSuchServiceAccount: 'XMinioInvalidIAMCredentials',
};

/** Returns the error code sent to clients. */
export function wireCode(code: S3ErrorCode): string {
  return SHARED_CODES[code] ?? code;
}

/** S3's error document. */
export function errorXml(error: S3Error, place: ErrorPlace): string {
  const group = xmlGroup('Error', [
    xmlElement('Code', wireCode(error.code)),
    xmlElement('Message', error.message),
    place.key === '' ? undefined : xmlElement('Key', place.key),
    place.bucket === '' ? undefined : xmlElement('BucketName', place.bucket),
    xmlElement('Resource', place.resource),
    xmlElement('RequestId', place.requestId),
    xmlElement('HostId', place.hostId),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${group}`;
}
