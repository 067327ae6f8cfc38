import * as contract from '@stowage/contract/objects';
import { checkObject } from '../../check-object.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import { checkBucket, checkKey, checkPrefix } from '../../storage-names.ts';
import { TurnLimit } from '../../turn-limit.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { fromWireText } from '../../wire-text.ts';
import { type Deletion, deleteAll, deleteOne } from './delete-objects.ts';
import {
  checkArchive,
  downloadArchive,
  folderArchive,
  selectionArchive,
} from './download-archive.ts';
import { downloadObject } from './download-object.ts';
import { uploadForm } from './upload-form.ts';

/** Ten thousand paths of maximum length, and an hour to delete what is below them. */
const DELETE_LIMITS = { body: 32 * 1024 * 1024, time: 3_600_000 };

/** Ten thousand paths of maximum length, or shorter ones encoded as in forms. */
const SELECTION_LIMITS = { body: 16 * 1024 * 1024 };

/** Uploads whose form does not state the file's size are buffered part by part: 256 MiB in all. */
const UNSIZED = { session: 4, total: 16 };

/**
 * Listing, uploading and downloading objects.
 *
 * @param transfers limits the uploads and downloads of a session
 */
export function objectRoutes(storage: StorageAccess, transfers: TurnLimit): RouteModule {
  const unsized = new TurnLimit(UNSIZED);
  return ({ serve }) => {
    serve(contract.uploadObjects, async ({ session, params, query, request, signal }) => {
      transfers.enterUntil(signal, session.key);
      await uploadForm(storage.clientsOf(session).s3, request, {
        enterUnsized: () => unsized.enter(session.key),
        bucket: checkBucket(params.bucket),
        prefix: checkPrefix(fromWireText(query.prefix ?? ''), 'prefix'),
        signal,
      });
    });

    serve(contract.checkDownload, async ({ session, params, query, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const bucket = checkBucket(params.bucket);
      const key = checkKey(fromWireText(query.prefix), 'prefix');
      transfers.enterUntil(signal, session.key);
      if (key.endsWith('/')) return checkArchive(s3, folderArchive(bucket, key, signal));
      return checkObject(s3, { bucket, key, versionId: versionFrom(query.version_id), signal });
    });

    serve(contract.downloadObject, async ({ session, params, query, request, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const bucket = checkBucket(params.bucket);
      const key = checkKey(fromWireText(query.prefix), 'prefix');
      transfers.enterUntil(signal, session.key);
      if (key.endsWith('/')) return downloadArchive(s3, folderArchive(bucket, key, signal));
      return downloadObject(s3, {
        bucket,
        key,
        versionId: versionFrom(query.version_id),
        preview: query.preview === 'true',
        range: request.headers.range,
        ifRange: singleHeader(request.headers['if-range']),
        ifNoneMatch: request.headers['if-none-match'],
        signal,
      });
    });

    serve(
      contract.checkSelection,
      async ({ session, params, body, signal }) => {
        transfers.enterUntil(signal, session.key);
        const { s3 } = storage.clientsOf(session);
        await checkArchive(s3, archiveOf(params.bucket, body, signal));
      },
      SELECTION_LIMITS,
    );

    serve(
      contract.downloadSelection,
      async ({ session, params, body, signal }) => {
        transfers.enterUntil(signal, session.key);
        const { s3 } = storage.clientsOf(session);
        return downloadArchive(s3, archiveOf(params.bucket, body, signal));
      },
      SELECTION_LIMITS,
    );
  };
}

/** Deleting objects. */
export function objectDeletionRoutes(storage: StorageAccess): RouteModule {
  return ({ serve }) => {
    serve(
      contract.deleteObject,
      async ({ session, params, query, signal }) => {
        const { s3 } = storage.clientsOf(session);
        const bucket = checkBucket(params.bucket);
        const deletion = {
          key: checkKey(fromWireText(query.path), 'path'),
          versionId: versionFrom(query.version_id),
          recursive: query.recursive === 'true',
          bypassGovernance: query.bypass_governance === 'true',
        };
        const delete_markers = deletion.recursive
          ? await deleteAll(s3, bucket, [deletion], signal)
          : await deleteOne(s3, bucket, deletion, signal);
        return { delete_markers };
      },
      DELETE_LIMITS,
    );

    serve(
      contract.deleteObjects,
      async ({ session, params, body, signal }) => {
        const { s3 } = storage.clientsOf(session);
        const deletions = body.map(
          ({ path, versionID, recursive }, index): Deletion => ({
            key: checkKey(path, `${index}.path`),
            versionId: versionID || undefined,
            recursive: recursive === true,
          }),
        );
        const bucket = checkBucket(params.bucket);
        return { delete_markers: await deleteAll(s3, bucket, deletions, signal) };
      },
      DELETE_LIMITS,
    );
  };
}

function archiveOf(
  name: string,
  { prefix, paths, at, matching }: contract.Selection,
  signal: AbortSignal,
) {
  const checked = paths.map(({ path, versionID }, index) => ({
    path: checkPrefix(path, `paths.${index}.path`),
    versionId: versionID || undefined,
  }));
  const bucket = checkBucket(name);
  return selectionArchive({
    ...{ bucket, paths: checked, base: checkPrefix(prefix, 'prefix'), matching, signal },
    at: at === undefined ? undefined : Date.parse(at),
  });
}

function versionFrom(value: string | undefined): string | undefined {
  return value ? fromWireText(value) : undefined;
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
