import { objectPath } from '@stowage/storage-wire/uri';
import {
  type XmlElement,
  xmlChildren,
  xmlDocument,
  xmlElement,
  xmlGroup,
} from '@stowage/storage-wire/xml';
import { responseUnreadable } from '../answer-error.ts';
import { StorageRequestError } from '../errors.ts';
import type { Transport } from '../transport.ts';
import { optionalText, readXml, textOf } from './read-xml.ts';
import type {
  DeleteFailure,
  DeleteMarker,
  DeleteObjects,
  DeleteOutcome,
  ObjectOperations,
} from './types.ts';
import { xmlBody } from './xml-body.ts';

/** S3's maximum number of keys per call. */
const MAX_DELETE_KEYS = 1000;

/**
 * Characters that XML 1.0 cannot represent: control characters except tab and line ends, and two
 * others.
 */
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u;

const NOTHING: DeleteOutcome = { failures: [], markers: [] };

export function deleteObjectsOperation(
  transport: Transport,
  deleteObject: ObjectOperations['deleteObject'],
): Pick<ObjectOperations, 'deleteObjects'> {
  /** Deletes keys that cannot be represented in the document of the bulk call. */
  async function deleteSingly(
    objects: DeleteObjects['objects'],
    { reportMarkers, ...call }: Omit<DeleteObjects, 'objects'>,
  ): Promise<DeleteOutcome> {
    const failures: DeleteFailure[] = [];
    const markers: DeleteMarker[] = [];
    for (const object of objects) {
      try {
        const { deleteMarker, versionId } = await deleteObject({ ...call, ...object });
        const isNew = deleteMarker && object.versionId === undefined;
        if (reportMarkers && isNew && versionId) markers.push({ key: object.key, versionId });
      } catch (error) {
        if (!(error instanceof StorageRequestError)) {
          throw error;
        }
        failures.push({ ...object, code: error.code, message: error.message });
      }
    }
    return { failures, markers };
  }

  return {
    async deleteObjects({ objects, ...call }) {
      if (objects.length === 0 || objects.length > MAX_DELETE_KEYS) {
        throw new RangeError(`One call deletes 1 to ${MAX_DELETE_KEYS} objects.`);
      }
      const singly = objects.filter(({ key }) => NOT_IN_XML.test(key));
      const together = objects.filter(({ key }) => !NOT_IN_XML.test(key));
      const bulk = together.length === 0 ? NOTHING : await deleteBulk(transport, together, call);
      const rest = await deleteSingly(singly, call);
      return {
        failures: [...bulk.failures, ...rest.failures],
        markers: [...bulk.markers, ...rest.markers],
      };
    },
  };
}

async function deleteBulk(
  transport: Transport,
  objects: DeleteObjects['objects'],
  { bucket, bypassGovernance, reportMarkers, signal }: Omit<DeleteObjects, 'objects'>,
): Promise<DeleteOutcome> {
  const { body, headers } = xmlBody(
    xmlDocument('Delete', [
      xmlElement('Quiet', reportMarkers !== true),
      ...objects.map(({ key, versionId }) =>
        xmlGroup('Object', [
          xmlElement('Key', key),
          versionId === undefined ? undefined : xmlElement('VersionId', versionId),
        ]),
      ),
    ]),
  );
  const answer = await transport.sendForBytes({
    method: 'POST',
    path: objectPath(bucket),
    query: { delete: '' },
    headers: {
      ...headers,
      'x-amz-bypass-governance-retention': bypassGovernance === true ? 'true' : undefined,
    },
    body,
    signal,
  });
  const result = readXml(answer.bytes, 'DeleteResult');
  const failures = xmlChildren(result, 'Error').map((error) => ({
    key: textOf(error, 'Key'),
    versionId: optionalText(error, 'VersionId'),
    code: textOf(error, 'Code'),
    message: textOf(error, 'Message'),
  }));
  checkFailures(objects, failures);
  if (!reportMarkers) return { failures, markers: [] };
  return { failures: [...failures, ...untold(objects, result)], markers: newMarkers(result) };
}

/** A refusal that cannot be matched to an object must not pass for its deletion. */
function checkFailures(
  objects: DeleteObjects['objects'],
  failures: readonly DeleteFailure[],
): void {
  if (failures.length === 0) return;
  const asked = new Set(objects.map(({ key }) => key));
  const strange = failures.find(({ key }) => !asked.has(key));
  if (strange) {
    throw responseUnreadable(
      200,
      `It refuses to delete '${strange.key}', which was not asked for: ${strange.code}`,
    );
  }
}

/** Returns the objects missing from a response that should list all deleted ones. */
function untold(objects: DeleteObjects['objects'], result: XmlElement): DeleteFailure[] {
  const told = new Set(
    result.children
      .filter(({ name }) => name === 'Deleted' || name === 'Error')
      .map((entry) => textOf(entry, 'Key')),
  );
  return objects
    .filter(({ key }) => !told.has(key))
    .map(({ key, versionId }) => ({
      key,
      versionId,
      code: 'InvalidResponse',
      message: 'The storage server does not say whether it was deleted.',
    }));
}

/** Deleting a marker by its version id is reported in the same element as creating one. */
function newMarkers(result: XmlElement): DeleteMarker[] {
  return xmlChildren(result, 'Deleted').flatMap((deleted) => {
    const versionId = optionalText(deleted, 'DeleteMarkerVersionId');
    const isNew =
      optionalText(deleted, 'DeleteMarker') === 'true' && !optionalText(deleted, 'VersionId');
    return isNew && versionId ? [{ key: textOf(deleted, 'Key'), versionId }] : [];
  });
}
