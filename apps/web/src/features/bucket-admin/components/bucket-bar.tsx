import { Button } from '@mantine/core';
import type { Bucket } from '@stowage/contract/buckets';
import { IconFolderOpen, IconTrash } from '@tabler/icons-react';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { BucketTags } from '#web/entities/bucket/bucket-tags.tsx';
import { canDelete } from '#web/entities/bucket/deletion/deletion-ways.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { DocumentMenu } from '../document/document-menu.tsx';
import { bucketAdminText } from '../en.ts';
import classes from './bucket-bar.module.css';

/** Loaded when first opened. */
const DeleteBucketsDialog = lazyPart(
  () => import('#web/entities/bucket/deletion/delete-buckets-dialog.tsx'),
  'DeleteBucketsDialog',
);

function Facts({ bucket }: { readonly bucket: Bucket }) {
  const t = useText(bucketAdminText);
  const { objects } = bucket;
  return (
    <div className={classes.facts}>
      <span>{t('created', { date: formatDate(bucket.creation_date) })}</span>
      {bucket.size !== undefined && <span>{formatSize(bucket.size)}</span>}
      {objects !== undefined && (
        <span>{t('objects', { count: objects, formatted: formatCount(objects) })}</span>
      )}
      <BucketTags bucket={bucket} />
    </div>
  );
}

function DeleteButton({ bucket }: { readonly bucket: Bucket }) {
  const t = useText(bucketAdminText);
  const go = useGo();
  const dialog = useDialog<Bucket>();
  return (
    <>
      <Button
        variant="default"
        className={classes.danger ?? ''}
        leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
        onClick={() => dialog.open(bucket)}
      >
        {t('delete')}
      </Button>
      {dialog.subject && (
        <Suspense key={dialog.turn} fallback={null}>
          <DeleteBucketsDialog
            {...dialog.frame}
            buckets={[dialog.subject]}
            onDeleted={(left) => {
              if (left.length === 0) go(pagePath('buckets'));
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** The line below the header: the bucket's properties and actions. */
export function BucketBar({ bucket }: { readonly bucket: Bucket }) {
  const t = useText(bucketAdminText);
  const queryClient = useQueryClient();
  const fetching = useIsFetching({ queryKey: bucketKeys.all }) > 0;
  return (
    <div className={classes.bar}>
      <Facts bucket={bucket} />
      <div className={classes.actions}>
        <Button
          component={RouterLink}
          to={pagePath('objectBrowser', { bucketName: bucket.name })}
          variant="default"
          className={classes.button ?? ''}
          leftSection={<IconFolderOpen size={16} stroke={1.6} aria-hidden />}
        >
          {t('browse')}
        </Button>
        {canDelete(bucket) && <DeleteButton bucket={bucket} />}
        <DocumentMenu bucket={bucket} />
        <RefreshButton
          label={t('refresh')}
          refreshing={fetching}
          onClick={() => void queryClient.invalidateQueries({ queryKey: bucketKeys.all })}
        />
      </div>
    </div>
  );
}
