import type { ListedPart, S3Client } from '@stowage/storage-client/s3';

/** A multipart upload. */
export interface UploadParts {
  readonly bucket: string;
  readonly key: string;
  readonly uploadId: string;
  readonly signal: AbortSignal;
}

/** Lists the parts of an upload stored by the server: 10,000 at most, so 10 calls. */
export async function allParts(
  s3: Pick<S3Client, 'listParts'>,
  upload: UploadParts,
): Promise<readonly ListedPart[]> {
  const parts: ListedPart[] = [];
  let afterPartNumber: number | undefined;
  do {
    const page = await s3.listParts({ ...upload, afterPartNumber });
    parts.push(...page.parts);
    afterPartNumber = page.nextPartNumber;
  } while (afterPartNumber !== undefined);
  return parts;
}
