import { downloadObject } from '@stowage/contract/objects';
import { endpointUrl } from '#web/lib/api/endpoint-url.ts';
import type { ObjectVersion } from './detail-parts.ts';
import { wireQuery } from './wire-path.ts';

/** Where the browser downloads an object from, or a folder as a zip. Nothing passes the page. */
export function downloadUrl(version: ObjectVersion): string {
  return endpointUrl(downloadObject, {
    params: { bucket: version.bucket },
    query: wireQuery(version),
  });
}

/** Where the browser has the content of an object to be shown, of a type that it can show. */
export function previewUrl(version: ObjectVersion): string {
  return endpointUrl(downloadObject, {
    params: { bucket: version.bucket },
    query: { ...wireQuery(version), preview: 'true' },
  });
}
