import {
  applySettings,
  type BucketDocument,
  type Section,
} from '@stowage/contract/bucket-admin/document';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';

interface Application {
  readonly document: BucketDocument;
  readonly sections: readonly Section[];
  readonly revision: string;
}

/** Applies sections of a document, unless somebody has changed the bucket since the preview. */
export function useApplySettings(bucket: string) {
  return useBucketChange(async ({ document, sections, revision }: Application) => {
    const body = { document, sections: [...sections], revision };
    return (await call(applySettings, { params: { bucket }, body })).results;
  });
}
