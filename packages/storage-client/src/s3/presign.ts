import { presignUrl } from '@stowage/storage-wire/sigv4';
import { buildQuery, objectPath } from '@stowage/storage-wire/uri';
import type { Transport } from '../transport.ts';
import type { Presign, PresignOperations } from './types-presign.ts';

export function presignOperations(transport: Transport): PresignOperations {
  function presign(
    method: 'GET' | 'PUT',
    call: Presign,
    query: Readonly<Record<string, string | undefined>>,
    headers?: Readonly<Record<string, string>>,
  ): string {
    const parameters = buildQuery({ ...query, versionId: call.versionId });
    const path = objectPath(call.bucket, call.key);
    return presignUrl({
      method,
      url: `${call.publicEndpoint ?? transport.endpoint}${path}?${parameters}`,
      credentials: transport.credentials,
      region: transport.region,
      service: 's3',
      expiresSeconds: call.expiresSeconds,
      now: call.now,
      headers,
    });
  }

  return {
    presignGetObject: (call) =>
      presign('GET', call, {
        'response-content-disposition': call.responseContentDisposition,
        'response-content-type': call.responseContentType,
        'response-cache-control': call.responseCacheControl,
      }),

    presignPutObject: (call) =>
      presign(
        'PUT',
        call,
        {},
        call.contentType === undefined ? undefined : { 'content-type': call.contentType },
      ),

    presignUploadPart: ({ uploadId, partNumber, crc32, ...call }) =>
      presign(
        'PUT',
        call,
        { partNumber: String(partNumber), uploadId },
        crc32 === undefined ? undefined : { 'x-amz-checksum-crc32': crc32 },
      ),

    presignListParts: ({ uploadId, ...call }) =>
      presign('GET', call, { uploadId, 'max-parts': '1' }),
  };
}
