import { useCallback } from 'react';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { downloadUrl } from '../api/download-url.ts';
import { objectsText } from '../en.ts';
import { isAnnounced } from '../model/download-notice.ts';

interface Downloadable {
  readonly key: string;
  readonly size?: number | undefined;
}

/** Gives what a browser needs to download: it does the work itself, as with any link. */
export function useDownload(bucket: string) {
  const t = useText(objectsText);
  const announce = useCallback(
    ({ size }: Downloadable) => {
      if (isAnnounced(size)) showMessage(t('downloadStarted'));
    },
    [t],
  );
  const download = useCallback(
    (object: Downloadable) => {
      const link = document.createElement('a');
      link.href = downloadUrl(bucket, object.key);
      link.download = '';
      link.click();
      announce(object);
    },
    [bucket, announce],
  );
  return { download, announce };
}
