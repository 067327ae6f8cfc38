import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { showError, showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { checkDownloadOf } from './check-download.ts';
import type { ObjectVersion } from './detail-parts.ts';
import { isAnnounced } from './download-notice.ts';
import { downloadUrl } from './download-url.ts';
import { objectText } from './en.ts';
import { refreshListings } from './refresh-listings.ts';
import { shownName } from './shown-name.ts';

type Downloadable = Omit<ObjectVersion, 'bucket'>;

/**
 * Gives what downloads an object, one of its versions, or a folder. The browser does the work itself,
 * as with any link, and would save a failure as a file: so the page asks first for what it would be
 * refused.
 */
export function useDownload(bucket: string): (object: Downloadable) => void {
  const t = useText(objectText);
  const queryClient = useQueryClient();
  return useCallback(
    async ({ key, versionId, size }: Downloadable) => {
      const version = { bucket, key, versionId };
      try {
        await checkDownloadOf(version);
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
      link.href = downloadUrl(version);
      link.download = '';
      link.click();
      if (isAnnounced(size)) showMessage(t('downloadStarted'));
    },
    [bucket, queryClient, t],
  );
}
