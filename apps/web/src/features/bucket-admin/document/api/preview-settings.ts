import {
  type BucketDocument,
  exportSettings,
  previewSettings,
  type SectionChange,
} from '@stowage/contract/bucket-admin/document';
import { useMutation } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** Where a document comes from: read already, or the settings of another bucket. */
export type DocumentSource = { readonly document: BucketDocument } | { readonly bucket: string };

/** What a document would change in a bucket, and the state that it was compared with. */
export interface SettingsPreview {
  readonly document: BucketDocument;
  readonly changes: readonly SectionChange[];
  readonly revision: string;
}

async function documentOf(source: DocumentSource): Promise<BucketDocument> {
  if ('document' in source) return source.document;
  return call(exportSettings, { params: { bucket: source.bucket } });
}

/** Compares a document with the settings of a bucket. */
export function usePreviewSettings(bucket: string) {
  return useMutation({
    mutationFn: async (source: DocumentSource): Promise<SettingsPreview> => {
      const document = await documentOf(source);
      const answer = await call(previewSettings, { params: { bucket }, body: document });
      return { document, ...answer };
    },
    meta: { errors: 'dialog' },
  });
}
