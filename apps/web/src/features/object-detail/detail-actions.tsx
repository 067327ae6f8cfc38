import { Button } from '@mantine/core';
import type { Bucket } from '@stowage/contract/buckets';
import { IconDownload, IconShare, IconTrash } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { DetailParts, ObjectVersion } from '#web/entities/object/detail-parts.ts';
import { downloadUrl } from '#web/entities/object/download-url.ts';
import { objectAbilities } from '#web/entities/object/object-abilities.ts';
import { useDownload } from '#web/entities/object/use-download.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDialog } from '#web/ui/use-dialog.ts';
import { objectDetailText } from './en.ts';
import classes from './object-detail.module.css';

interface DetailActionsProps {
  readonly bucket: Bucket;
  readonly version: ObjectVersion;
  readonly parts: DetailParts;
  readonly onDelete: (key: string) => void;
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

/** What can be done with the object that is shown. */
export function DetailActions({ bucket, version, parts, onDelete }: DetailActionsProps) {
  const t = useText(objectDetailText);
  const abilities = objectAbilities(bucket.allowedActions);
  const download = useDownload(bucket.name);
  const sharing = useDialog<ObjectVersion>();
  const { ShareDialog } = parts;
  return (
    <div className={classes.actions}>
      {abilities.download && (
        <Button
          component="a"
          href={downloadUrl(version)}
          download
          size="compact-md"
          leftSection={<IconDownload {...icon} />}
          onClick={(event) => {
            event.preventDefault();
            download(version);
          }}
        >
          {t('action.download')}
        </Button>
      )}
      {abilities.download && ShareDialog !== undefined && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconShare {...icon} />}
          aria-haspopup="dialog"
          onClick={() => sharing.open(version)}
        >
          {t('action.share')}
        </Button>
      )}
      {abilities.delete && (
        <Button
          size="compact-md"
          variant="subtle"
          color="red"
          leftSection={<IconTrash {...icon} />}
          onClick={() => onDelete(version.key)}
        >
          {t('action.delete')}
        </Button>
      )}
      {ShareDialog !== undefined && sharing.subject !== undefined && (
        <Suspense>
          <ShareDialog key={sharing.turn} {...sharing.frame} version={sharing.subject} />
        </Suspense>
      )}
    </div>
  );
}
