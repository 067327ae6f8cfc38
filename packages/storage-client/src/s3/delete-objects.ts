import { objectPath } from '@stowage/storage-wire/uri';
import { xmlChildren, xmlDocument, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';
import { StorageRequestError } from '../errors.ts';
import type { Transport } from '../transport.ts';
import { optionalText, readXml, textOf } from './read-xml.ts';
import type { DeleteFailure, DeleteObjects, ObjectOperations } from './types.ts';
import { xmlBody } from './xml-body.ts';

/** The most keys that S3 takes in one call. */
const MAX_DELETE_KEYS = 1000;

/** Control characters but tab and line ends, and two that are none: XML 1.0 cannot hold them. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u;

export function deleteObjectsOperation(
  transport: Transport,
  deleteObject: ObjectOperations['deleteObject'],
): Pick<ObjectOperations, 'deleteObjects'> {
  /** Keys that the document of the bulk call cannot name. */
  async function deleteSingly(
    objects: DeleteObjects['objects'],
    call: Omit<DeleteObjects, 'objects'>,
  ): Promise<DeleteFailure[]> {
    const failures: DeleteFailure[] = [];
    for (const object of objects) {
      try {
        await deleteObject({ ...call, ...object });
      } catch (error) {
        if (!(error instanceof StorageRequestError)) {
          throw error;
        }
        failures.push({ ...object, code: error.code, message: error.message });
      }
    }
    return failures;
  }

  return {
    async deleteObjects({ objects, ...call }) {
      if (objects.length === 0 || objects.length > MAX_DELETE_KEYS) {
        throw new RangeError(`One call deletes 1 to ${MAX_DELETE_KEYS} objects.`);
      }
      const singly = objects.filter(({ key }) => NOT_IN_XML.test(key));
      const together = objects.filter(({ key }) => !NOT_IN_XML.test(key));
      const failures = together.length === 0 ? [] : await deleteBulk(transport, together, call);
      return [...failures, ...(await deleteSingly(singly, call))];
    },
  };
}

async function deleteBulk(
  transport: Transport,
  objects: DeleteObjects['objects'],
  { bucket, bypassGovernance, signal }: Omit<DeleteObjects, 'objects'>,
): Promise<DeleteFailure[]> {
  const { body, headers } = xmlBody(
    xmlDocument('Delete', [
      xmlElement('Quiet', true),
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
  return xmlChildren(readXml(answer.bytes, 'DeleteResult'), 'Error').map((error) => ({
    key: textOf(error, 'Key'),
    versionId: optionalText(error, 'VersionId'),
    code: textOf(error, 'Code'),
    message: textOf(error, 'Message'),
  }));
}
