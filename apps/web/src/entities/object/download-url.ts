import { downloadObject } from '@stowage/contract/objects';
import { endpointUrl } from '#web/lib/api/endpoint-url.ts';
import type { ObjectVersion } from './detail-parts.ts';
import { wireQuery } from './wire-path.ts';

/**
 * Returns the URL from which the browser downloads an object, or a folder as a zip. No data passes
 * through the page.
 */
export function downloadUrl(version: ObjectVersion): string {
  return endpointUrl(downloadObject, {
    params: { bucket: version.bucket },
    query: wireQuery(version),
  });
}

/** Returns the URL of an object's content for display, for types the browser can show. */
export function previewUrl(version: ObjectVersion): string {
  return endpointUrl(downloadObject, {
    params: { bucket: version.bucket },
    query: { ...wireQuery(version), preview: 'true' },
  });
}
