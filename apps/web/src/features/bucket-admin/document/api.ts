import {
  applySettings,
  type BucketDocument,
  exportSettings,
  previewSettings,
  type Section,
  type SectionChange,
} from '@stowage/contract/bucket-admin/document';
import { useMutation } from '@tanstack/react-query';
import { useBucketChange } from '#web/entities/bucket/use-bucket-change.ts';
import { call } from '#web/lib/api/call.ts';
import { saveText } from '#web/lib/save-text.ts';

/** Downloads the settings of a bucket as a file, as far as the caller can read them. */
export function useExportSettings(bucket: string) {
  return useMutation({
    mutationFn: async () => {
      const document = await call(exportSettings, { params: { bucket } });
      const text = `${JSON.stringify(document, null, 2)}\n`;
      saveText(`${bucket}-settings.json`, text, 'application/json');
    },
  });
}

/** The source of a document: one already read, or the settings of another bucket. */
export type DocumentSource = { readonly document: BucketDocument } | { readonly bucket: string };

/** The changes a document would make to a bucket, and the state it was compared with. */
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

interface ChosenSections {
  readonly document: BucketDocument;
  readonly sections: readonly Section[];
  readonly revision: string;
}

/** Applies sections of a document, unless the bucket has changed since the preview. */
export function useApplySettings(bucket: string) {
  return useBucketChange(async ({ document, sections, revision }: ChosenSections) => {
    const body = { document, sections: [...sections], revision };
    return (await call(applySettings, { params: { bucket }, body })).results;
  });
}
