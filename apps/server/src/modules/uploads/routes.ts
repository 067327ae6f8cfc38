import * as contract from '@stowage/contract/uploads';
import { ConsoleError } from '../../console-error.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import { checkBucket, checkKey } from '../../storage-names.ts';
import type { TurnLimit } from '../../turn-limit.ts';
import { allParts } from '../../upstream/all-parts.ts';
import type { Storage } from '../../upstream/storage.ts';
import { fromWireText } from '../../wire-text.ts';
import { completeUpload } from './complete-upload.ts';
import { directWay } from './direct-way.ts';
import { listUploads } from './list-uploads.ts';
import { partBody } from './part-body.ts';

const PAGE = 100;
const OCTETS = 'application/octet-stream';
/** The S3 limit of a part. */
const MAX_PART = 5 * 1024 ** 3;
/** Ten thousand parts with their checksums, and the time that servers may take to join them. */
const COMPLETE_LIMITS = { body: 2 * 1024 * 1024, time: 600_000 };

interface UploadOf {
  readonly params: { readonly bucket: string; readonly upload: string };
  readonly query: { readonly path: string };
}

function uploadOf({ params, query }: UploadOf) {
  return {
    bucket: checkBucket(params.bucket),
    key: checkKey(fromWireText(query.path), 'path'),
    uploadId: params.upload,
  };
}

/**
 * Multipart uploads.
 *
 * @param turns limits the transfers of a session
 */
export function uploadRoutes(storage: Storage, turns: TurnLimit): RouteModule {
  const direct = directWay(storage);
  return ({ serve }) => {
    serve(contract.listUploads, async ({ session, params, query, signal }) =>
      listUploads(storage.clientsOf(session).s3, {
        bucket: checkBucket(params.bucket),
        cursor: query.cursor,
        limit: query.limit ?? PAGE,
        signal,
      }),
    );

    serve(contract.startUpload, async ({ session, params, body, signal }) => {
      const place = { bucket: checkBucket(params.bucket), key: checkKey(body.path, 'path') };
      const contentType = body.content_type ?? OCTETS;
      const { s3 } = storage.clientsOf(session);
      const uploadId = await s3.createMultipartUpload({
        ...{ ...place, contentType, withCrc32: true, signal },
      });
      return { upload_id: uploadId, ...direct.probe(session, { ...place, uploadId }) };
    });

    serve(contract.listParts, async ({ session, signal, ...call }) => {
      const { s3 } = storage.clientsOf(session);
      const upload = uploadOf(call);
      const parts = await allParts(s3, { ...upload, signal });
      return {
        ...direct.probe(session, upload),
        parts: parts.map(({ partNumber: number, size, etag, crc32 }) => ({
          ...{ number, size, etag },
          ...(crc32 !== undefined && { crc32 }),
        })),
      };
    });

    serve(contract.storePart, async ({ session, request, signal, ...call }) => {
      const { s3 } = storage.clientsOf(session);
      const { number } = call.params;
      const { crc32 } = call.query;
      const size = partSize(request.headers['content-length']);
      turns.enterUntil(signal, session.key);
      // MinIO and the embedded store check it; other servers may ignore it.
      const storageChecks = session.capabilities?.admin === true;
      const body = partBody(request.raw, { size, crc32: storageChecks ? undefined : crc32 });
      try {
        const stored = await s3.uploadPart({
          ...uploadOf(call),
          ...{ partNumber: number, body, size, crc32, signal },
        });
        return { number, size, etag: stored.etag, crc32 };
      } finally {
        // The storage server may have failed without reading; nobody will consume the rest.
        body.destroy();
      }
    });

    serve(
      contract.completeUpload,
      async ({ session, body, signal, ...call }) => {
        const parts = body.parts.map(({ number, ...part }) => ({ partNumber: number, ...part }));
        const { s3 } = storage.clientsOf(session);
        const { etag, versionId } = await completeUpload(s3, { ...uploadOf(call), parts, signal });
        return { etag, ...(versionId !== undefined && { version_id: versionId }) };
      },
      COMPLETE_LIMITS,
    );

    serve(contract.abortUpload, async ({ session, signal, ...call }) => {
      await storage.clientsOf(session).s3.abortMultipartUpload({ ...uploadOf(call), signal });
    });

    serve(contract.signParts, async ({ session, body, ...call }) => ({
      urls: direct.sign(session, { ...uploadOf(call), parts: body.parts }),
    }));
  };
}

/** @throws ConsoleError InvalidInput for a part without a size; PayloadTooLarge */
function partSize(header: string | undefined): number {
  if (!/^\d{1,15}$/.test(header ?? '')) {
    const detail = 'The request does not say how large the part is.';
    throw new ConsoleError('InvalidInput', { field: 'Content-Length', detail });
  }
  const size = Number(header);
  if (size > MAX_PART) throw new ConsoleError('PayloadTooLarge');
  return size;
}
