import { S3Error } from '@stowage/storage-wire/s3-error';
import {
  parseXml,
  xmlChildren,
  xmlDocument,
  xmlElement,
  xmlGroup,
  xmlText,
} from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import { POLICY_SETTING } from '../../auth/bucket-policies.ts';
import type { DeletedObject, DeleteObject } from '../../engine/types.ts';
import { xmlReply } from '../../http/reply.ts';
import { checkKey } from '../../http/target.ts';
import { existingBucket } from '../buckets.ts';
import { type DeleteConditions, deleteGuard } from '../delete-conditions.ts';
import { wireCode } from '../error-xml.ts';
import { isVersionId } from '../find-object.ts';
import type { Operation } from '../operation.ts';
import { bypassesGovernance, deleteAction } from './delete-object.ts';

const MAX_KEYS = 1000;
/** Enough for 1,000 keys of 1,024 bytes, each byte written as a character reference. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

interface Entry {
  readonly key: string;
  readonly versionId?: string;
  readonly conditions: DeleteConditions;
}

export const deleteObjects: Operation = {
  name: 'DeleteObjects',
  // Each key is authorised separately.
  action: 'none',
  run: async (request) => {
    const bucket = existingBucket(request);
    if (request.caller.kind === 'anonymous' && bucket.settings[POLICY_SETTING] === undefined) {
      // Nothing can be allowed, so there is no need to read the body.
      throw new S3Error('AccessDenied');
    }
    if (!request.payload.hasDigest) {
      throw new S3Error('MissingContentMD5');
    }
    const { entries, quiet } = parseEntries(await request.payload.read(MAX_BODY_BYTES));
    request.names(entries.map(({ key, versionId = '' }) => ({ objectName: key, versionId })));
    const outcomes = await deleteAll(request, entries);
    await inStep(request, outcomes);
    const members = entries.map((entry, index) => {
      const outcome = outcomes[index];
      if (outcome instanceof Error || outcome === undefined) {
        return errorXml(entry, outcome, request);
      }
      return quiet ? undefined : deletedXml(entry, outcome, bucket.versioning !== 'off');
    });
    return xmlReply(xmlDocument('DeleteResult', members));
  },
};

function parseEntries(body: Uint8Array): { entries: readonly Entry[]; quiet: boolean } {
  const root = parseXml(body);
  const objects = xmlChildren(root, 'Object');
  if (root.name !== 'Delete' || objects.length === 0 || objects.length > MAX_KEYS) {
    throw new S3Error('MalformedXML');
  }
  const entries = objects.map((object): Entry => {
    const key = xmlText(object, 'Key');
    if (key === undefined || key === '') {
      throw new S3Error('MalformedXML');
    }
    const versionId = xmlText(object, 'VersionId') ?? '';
    const conditions = {
      ifMatch: xmlText(object, 'ETag'),
      lastModified: xmlText(object, 'LastModifiedTime'),
      size: xmlText(object, 'Size'),
    };
    return versionId === '' ? { key, conditions } : { key, versionId, conditions };
  });
  return { entries, quiet: xmlText(root, 'Quiet')?.toLowerCase() === 'true' };
}

/**
 * Deletes the entries and returns the results in the given order; denied entries never reach the
 * engine.
 */
async function deleteAll(
  request: ApiRequest,
  entries: readonly Entry[],
): Promise<readonly (DeletedObject | Error)[]> {
  const targets = entries.map((entry) => permittedTarget(request, entry));
  const permitted = targets.filter((target): target is DeleteObject => !(target instanceof Error));
  const done = permitted.length === 0 ? [] : await request.store.engine.deleteObjects(permitted);
  let next = 0;
  return targets.map((target) =>
    target instanceof Error ? target : (done[next++] ?? new S3Error('InternalError')),
  );
}

async function inStep(
  { bucket, store }: ApiRequest,
  outcomes: readonly (DeletedObject | Error)[],
): Promise<void> {
  const waits = outcomes.map((outcome) =>
    outcome instanceof Error
      ? undefined
      : store.replication.inStep({
          bucket,
          key: outcome.key,
          versionId: outcome.versionId ?? 'null',
        }),
  );
  await Promise.all(waits);
}

function permittedTarget(
  request: ApiRequest,
  { key, versionId, conditions }: Entry,
): DeleteObject | S3Error {
  const { bucket } = request;
  try {
    checkKey(key);
    if (versionId !== undefined && !isVersionId(versionId)) {
      return new S3Error('NoSuchVersion');
    }
    request.require(deleteAction(versionId), { bucket, key, versionId });
    const guard = deleteGuard(conditions);
    return {
      bucket,
      key,
      bypassGovernance: bypassesGovernance(request, { bucket, key, versionId }),
      cause: request.cause('ObjectRemoved:Delete'),
      ...(versionId === undefined ? {} : { versionId }),
      ...(guard === undefined ? {} : { guard }),
    };
  } catch (error) {
    if (error instanceof S3Error) {
      return error;
    }
    throw error;
  }
}

function deletedXml(entry: Entry, deleted: DeletedObject, versioned: boolean): string {
  const marker = deleted.deleteMarker
    ? [
        xmlElement('DeleteMarker', true),
        deleted.versionId === undefined
          ? undefined
          : xmlElement('DeleteMarkerVersionId', deleted.versionId),
      ]
    : [];
  return xmlGroup('Deleted', [
    xmlElement('Key', entry.key),
    entry.versionId === undefined ? undefined : xmlElement('VersionId', entry.versionId),
    ...(versioned ? marker : []),
  ]);
}

function errorXml(entry: Entry, error: Error | undefined, request: ApiRequest): string {
  const known = error instanceof S3Error ? error : new S3Error('InternalError');
  if (!(error instanceof S3Error)) {
    request.store.log('error', 'An object could not be deleted.', { error });
  }
  return xmlGroup('Error', [
    xmlElement('Code', wireCode(known.code)),
    xmlElement('Message', known.message),
    xmlElement('Key', entry.key),
    entry.versionId === undefined ? undefined : xmlElement('VersionId', entry.versionId),
  ]);
}
