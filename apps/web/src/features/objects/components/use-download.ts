import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { refreshListings } from '#web/entities/object/refresh-listings.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { showError, showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { checkDownloadOf } from '../api/check-download.ts';
import { downloadUrl } from '../api/download-url.ts';
import { objectsText } from '../en.ts';
import { isAnnounced } from '../model/download-notice.ts';
import { shownName } from '../model/folders.ts';

interface Downloadable {
  readonly key: string;
  readonly size?: number | undefined;
}

/**
 * Gives what downloads an object, or a folder. The browser does the work itself, as with any
 * link, and would save a failure as a file: so the page asks first for what it would be refused.
 */
export function useDownload(bucket: string): (object: Downloadable) => void {
  const t = useText(objectsText);
  const queryClient = useQueryClient();
  return useCallback(
    async ({ key, size }: Downloadable) => {
      try {
        await checkDownloadOf(bucket, key);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'ObjectNotFound') {
          showError(new Error(t('gone', { name: shownName(key) })));
          await refreshListings(queryClient, bucket);
        } else if (!error.sessionLost) {
          showError(error);
        }
        return;
      }
      const link = document.createElement('a');
      link.href = downloadUrl(bucket, key);
      link.download = '';
      link.click();
      if (isAnnounced(size)) showMessage(t('downloadStarted'));
    },
    [bucket, queryClient, t],
  );
}
