import { downloadObject } from '@stowage/contract/objects';
import { toWirePath } from '#web/entities/object/wire-path.ts';
import { endpointUrl } from '#web/lib/api/endpoint-url.ts';

/** Where the browser downloads an object from, or a folder as a zip. Nothing passes the page. */
export function downloadUrl(bucket: string, key: string): string {
  return endpointUrl(downloadObject, {
    params: { bucket },
    query: { prefix: toWirePath(key) },
  });
}
