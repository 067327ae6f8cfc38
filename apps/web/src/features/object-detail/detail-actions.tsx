import { Button } from '@mantine/core';
import type { Bucket } from '@stowage/contract/buckets';
import type { ObjectDetail } from '@stowage/contract/object-detail';
import { IconDownload, IconShare, IconTrash } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { DetailParts, ObjectVersion } from '#web/entities/object/detail-parts.ts';
import { downloadUrl } from '#web/entities/object/download-url.ts';
import { objectAbilities } from '#web/entities/object/object-abilities.ts';
import { useDownload } from '#web/entities/object/use-download.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDialog } from '#web/ui/use-dialog.ts';
import type { ListedVersion } from './api.ts';
import { objectDetailText } from './en.ts';
import classes from './object-detail.module.css';
import { DeleteVersionDialog } from './versions/delete-version-dialog.tsx';

interface DetailActionsProps {
  readonly bucket: Bucket;
  readonly version: ObjectVersion;
  readonly detail: ObjectDetail | undefined;
  readonly parts: DetailParts;
  readonly onDelete: (key: string) => void;
  readonly onVersionDeleted: () => void;
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

/** Returns the version named by the address, from the list of versions. */
function listedVersion({ versionId }: ObjectVersion, detail: ObjectDetail | undefined) {
  if (versionId === undefined || detail === undefined) return undefined;
  return {
    version_id: versionId,
    last_modified: detail.last_modified ?? '',
    is_latest: detail.is_latest === true,
    is_delete_marker: false,
  } satisfies ListedVersion;
}

/** The actions for the object or version that is shown. */
export function DetailActions(props: DetailActionsProps) {
  const { bucket, version, detail, parts, onDelete, onVersionDeleted } = props;
  const t = useText(objectDetailText);
  const abilities = objectAbilities(bucket.allowedActions);
  const download = useDownload(bucket.name);
  const sharing = useDialog<ObjectVersion>();
  const deleting = useDialog<ListedVersion>();
  const { ShareDialog } = parts;
  const named = listedVersion(version, detail);
  const isNamed = version.versionId !== undefined;
  const canDelete = isNamed ? abilities.undoDelete && named !== undefined : abilities.delete;
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
      {canDelete && (
        <Button
          size="compact-md"
          variant="subtle"
          color="red"
          leftSection={<IconTrash {...icon} />}
          aria-haspopup="dialog"
          onClick={() => (named ? deleting.open(named) : onDelete(version.key))}
        >
          {t('action.delete')}
        </Button>
      )}
      <Suspense>
        {ShareDialog !== undefined && sharing.subject !== undefined && (
          <ShareDialog key={sharing.turn} {...sharing.frame} version={sharing.subject} />
        )}
      </Suspense>
      {deleting.subject !== undefined && (
        <DeleteVersionDialog
          key={deleting.turn}
          {...deleting.frame}
          bucket={bucket}
          objectKey={version.key}
          version={deleting.subject}
          onDeleted={onVersionDeleted}
        />
      )}
    </div>
  );
}
