import { objectPath } from '@stowage/storage-wire/uri';
import { xmlDocument, xmlElement } from '@stowage/storage-wire/xml';
import type { StoredObject } from '../engine/types.ts';
import { writeTagging } from '../s3/tagging.ts';
import { RemoteError } from './remote-connection.ts';
import type { RemoteServer } from './remote-server.ts';
import {
  descriptionHeaders,
  lockHeaders,
  REPLICA,
  SOURCE,
  STATUS_HEADER,
  sourceHeaders,
  taggingHeader,
} from './replica-headers.ts';
import { type Sending, sendContent, versionQuery } from './send-content.ts';
import type { RemoveWork } from './work.ts';

const ABSENT = new Set(['NoSuchKey', 'NoSuchVersion', 'NotFound']);

/**
 * Updates a version that the target may already have: sends only the differences.
 *
 * @param known the version's id at the target, if different
 * @returns the id of a new version assigned by the target, if it assigns its own
 * @throws RemoteError
 */
export async function sendDifference(
  sending: Sending,
  object: StoredObject,
  known: string | undefined,
): Promise<string | undefined> {
  const { server } = sending;
  if (server.target.plain) {
    if (known === undefined) {
      return sendContent(sending, object);
    }
    await setEach(server, object, known);
    return undefined;
  }
  if (!(await isThere(server, object))) {
    return sendContent(sending, object);
  }
  await copyAttributes(server, object);
  return undefined;
}

/** Whether the target's version has this content. */
async function isThere(server: RemoteServer, object: StoredObject): Promise<boolean> {
  const query = versionQuery(server, object);
  try {
    const { headers } = await server.call({ method: 'HEAD', key: object.key, query });
    const etag = String(headers.etag).replaceAll('"', '');
    return etag === object.etag && Number(headers['content-length']) === object.size;
  } catch (error) {
    if (isAbsence(error) || (error instanceof RemoteError && error.status === 405)) {
      return false;
    }
    throw error;
  }
}

function isAbsence(error: unknown): boolean {
  return error instanceof RemoteError && (ABSENT.has(error.code) || error.status === 404);
}

/** Replaces all properties of a version except its content, by copying it onto itself. */
async function copyAttributes(server: RemoteServer, object: StoredObject): Promise<void> {
  const { targetBucket, storageClass } = server.target;
  const source = objectPath(targetBucket, object.key);
  const sent = sourceHeaders(object);
  const changed = new Date(object.replication?.updatedAt ?? object.modifiedAt).toISOString();
  await server.call({
    method: 'PUT',
    key: object.key,
    query: versionQuery(server, object),
    headers: {
      ...descriptionHeaders(object),
      'x-amz-storage-class': storageClass === '' ? object.storageClass : storageClass,
      ...lockHeaders(object),
      'x-amz-tagging': '',
      ...taggingHeader(object),
      'x-amz-copy-source': `${source}?versionId=${object.versionId}`,
      'x-amz-metadata-directive': 'REPLACE',
      'x-amz-tagging-directive': 'REPLACE',
      ...sent,
      [SOURCE.tagging]: changed,
    },
  });
}

/** Alternative for servers without this extension: one call per property. */
async function setEach(
  server: RemoteServer,
  object: StoredObject,
  versionId: string,
): Promise<void> {
  const { key, tags, retention, legalHold } = object;
  const put = (resource: string, document: string): Promise<unknown> =>
    server.call({
      method: 'PUT',
      key,
      query: { [resource]: '', versionId },
      headers: {
        'content-type': 'application/xml',
        ...(resource === 'retention' ? { 'x-amz-bypass-governance-retention': 'true' } : {}),
      },
      body: Buffer.from(document),
    });
  await put('tagging', writeTagging(tags));
  if (retention !== undefined) {
    const until = new Date(retention.until).toISOString();
    const members = [xmlElement('Mode', retention.mode), xmlElement('RetainUntilDate', until)];
    await put('retention', xmlDocument('Retention', members));
  }
  if (legalHold !== undefined) {
    const status = xmlElement('Status', legalHold ? 'ON' : 'OFF');
    await put('legal-hold', xmlDocument('LegalHold', [status]));
  }
}

/**
 * Sends a delete marker to a target.
 *
 * @returns the id assigned by the target, if it assigns its own
 * @throws RemoteError
 */
export async function sendMarker(
  server: RemoteServer,
  object: StoredObject,
): Promise<string | undefined> {
  const { key, versionId } = object;
  if (server.target.plain) {
    const { headers } = await server.call({ method: 'DELETE', key });
    const version = headers['x-amz-version-id'];
    return typeof version === 'string' ? version : undefined;
  }
  // Sending it twice would remove the marker.
  if (await hasMarker(server, key, versionId)) {
    return undefined;
  }
  const query = { versionId };
  const headers = {
    ...removalHeaders(true),
    [SOURCE.mtime]: new Date(object.modifiedAt).toISOString(),
  };
  await server.call({ method: 'DELETE', key, query, headers });
  return undefined;
}

/** Whether a version is a delete marker, according to the response to a read. */
async function hasMarker(server: RemoteServer, key: string, versionId: string): Promise<boolean> {
  try {
    const headers = { [SOURCE.ready]: 'true' };
    await server.call({ method: 'HEAD', key, query: { versionId }, headers });
    return false;
  } catch (error) {
    if (error instanceof RemoteError && error.status === 405) {
      return true;
    }
    if (isAbsence(error)) {
      return false;
    }
    throw error;
  }
}

function removalHeaders(marker: boolean): Record<string, string> {
  return {
    [STATUS_HEADER]: REPLICA,
    [SOURCE.request]: 'true',
    [SOURCE.marker]: String(marker),
  };
}

/**
 * Removes a version or delete marker from a target, if it exists.
 *
 * @throws RemoteError
 */
export async function sendRemoval(server: RemoteServer, work: RemoveWork): Promise<void> {
  const { key, marker } = work;
  const { plain, arn } = server.target;
  const versionId = plain ? work.versions[arn] : work.versionId;
  if (versionId === undefined) {
    return;
  }
  // With a marker's headers, the call would create a missing version.
  if (!plain && marker && !(await hasMarker(server, key, versionId))) {
    return;
  }
  const headers = plain ? {} : removalHeaders(marker);
  await server.call({ method: 'DELETE', key, query: { versionId }, headers }).catch((error) => {
    if (!isAbsence(error)) {
      throw error;
    }
  });
}
