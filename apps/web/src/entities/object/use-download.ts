import { checkSelection, type Selection } from '@stowage/contract/objects';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { showError, showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { checkDownloadOf } from './check-download.ts';
import type { ObjectVersion } from './detail-parts.ts';
import { isAnnounced } from './download-notice.ts';
import { downloadUrl } from './download-url.ts';
import { objectText } from './en.ts';
import { refreshListings } from './refresh-listings.ts';
import { submitSelection } from './selection-form.ts';
import { shownName } from './shown-name.ts';

type Downloadable = Omit<ObjectVersion, 'bucket'>;

/**
 * Starts a native browser download, as a link would, after checking that it is not refused: the
 * browser would save the error as a file.
 */
function useCheckedStart(bucket: string) {
  const t = useText(objectText);
  const queryClient = useQueryClient();
  return useCallback(
    async (name: string, check: () => Promise<void>, start: () => void) => {
      try {
        await check();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'ObjectNotFound') {
          showError(new Error(t('gone', { name })));
          await refreshListings(queryClient, bucket);
        } else if (!error.sessionLost) {
          showError(error);
        }
        return;
      }
      start();
    },
    [bucket, queryClient, t],
  );
}

/** Returns a function that downloads an object, one of its versions, or a folder. */
export function useDownload(bucket: string): (object: Downloadable) => void {
  const t = useText(objectText);
  const startChecked = useCheckedStart(bucket);
  return useCallback(
    ({ key, versionId, size }: Downloadable) => {
      const version = { bucket, key, versionId };
      void startChecked(
        shownName(key),
        () => checkDownloadOf(version),
        () => {
          const link = document.createElement('a');
          link.href = downloadUrl(version);
          link.download = '';
          link.click();
          if (isAnnounced(size)) showMessage(t('downloadStarted'));
        },
      );
    },
    [bucket, startChecked, t],
  );
}

/** Returns a function that downloads several objects and folders as one zip. */
export function useDownloadSelection(bucket: string): (selection: Selection) => void {
  const startChecked = useCheckedStart(bucket);
  return useCallback(
    (selection: Selection) =>
      void startChecked(
        shownName(selection.paths[0]?.path ?? ''),
        async () => {
          await call(checkSelection, { params: { bucket }, body: selection });
        },
        () => submitSelection(bucket, selection),
      ),
    [bucket, startChecked],
  );
}
