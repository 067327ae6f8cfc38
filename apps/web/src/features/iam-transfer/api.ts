import { exportIam, importIam, previewIamImport } from '@stowage/contract/identity/iam-transfer';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** Maximum size in bytes of a file that the server accepts. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;

async function asBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += 0x8000) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)));
  }
  return btoa(pieces.join(''));
}

/** Exports the archive, including all secrets; it is not cached. */
export function useExportIam() {
  return useMutation({
    mutationFn: async () => {
      const { archive } = await call(exportIam, {});
      return Uint8Array.from(atob(archive), (character) => character.charCodeAt(0));
    },
    gcTime: 0,
  });
}

/** Previews the changes that importing the file would make. */
export function usePreviewImport() {
  return useMutation({
    mutationFn: async (file: File) =>
      call(previewIamImport, { body: { archive: await asBase64(file) } }),
    gcTime: 0,
  });
}

/** Imports the file and invalidates everything known about users and keys, whatever the outcome. */
export function useImportIam() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => call(importIam, { body: { archive: await asBase64(file) } }),
    onSettled: () => void queryClient.invalidateQueries(),
    gcTime: 0,
  });
}
