import { exportSettings } from '@stowage/contract/bucket-admin/document';
import { useMutation } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { saveText } from '#web/lib/save-text.ts';

/** Hands the settings of a bucket to the browser as a file, as far as the caller may read them. */
export function useExportSettings(bucket: string) {
  return useMutation({
    mutationFn: async () => {
      const document = await call(exportSettings, { params: { bucket } });
      const text = `${JSON.stringify(document, null, 2)}\n`;
      saveText(`${bucket}-settings.json`, text, 'application/json');
    },
  });
}
