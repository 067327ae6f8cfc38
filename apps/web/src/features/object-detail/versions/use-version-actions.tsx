import type { Bucket } from '@stowage/contract/buckets';
import { IconDownload, IconRestore, IconShare, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { objectAbilities } from '#web/entities/object/object-abilities.ts';
import { useDownload } from '#web/entities/object/use-download.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import type { RowAction } from '#web/ui/data-table-column.ts';
import type { ListedVersion } from '../api.ts';
import { objectDetailText } from '../en.ts';

interface VersionActions {
  readonly bucket: Bucket;
  readonly objectKey: string;
  /** A past state is shown, from which nothing can be deleted. */
  readonly rewound: boolean;
  /** Omitted if sharing is not available. */
  readonly onShare: ((version: ListedVersion) => void) | undefined;
  readonly onRestore: (version: ListedVersion) => void;
  readonly onDelete: (version: ListedVersion) => void;
}

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** Returns the actions for a version; a delete marker has no content and so none of them. */
export function useVersionActions(options: VersionActions) {
  const { bucket, objectKey, rewound, onShare, onRestore, onDelete } = options;
  const t = useText(objectDetailText);
  const download = useDownload(bucket.name);
  return useMemo(() => {
    const abilities = objectAbilities(bucket.allowedActions);
    return (version: ListedVersion): readonly RowAction<ListedVersion>[] => {
      const isMarker = version.is_delete_marker;
      const refusal = isMarker ? t('versions.marker') : undefined;
      const actions: readonly (RowAction<ListedVersion> | false)[] = [
        abilities.download &&
          onShare !== undefined && {
            id: 'share',
            label: t('action.share'),
            icon: <IconShare {...icon} />,
            refusal,
            onSelect: onShare,
          },
        abilities.download && {
          id: 'download',
          label: t('action.download'),
          icon: <IconDownload {...icon} />,
          refusal,
          onSelect: ({ version_id: versionId, size }) =>
            download({ key: objectKey, versionId, size }),
        },
        abilities.upload && {
          id: 'restore',
          label: t('action.restore'),
          icon: <IconRestore {...icon} />,
          refusal: refusal ?? (version.is_latest ? t('versions.isCurrent') : undefined),
          onSelect: onRestore,
        },
        abilities.undoDelete && {
          id: 'delete',
          label: t('action.delete'),
          icon: <IconTrash {...icon} />,
          danger: true,
          refusal: isMarker
            ? t('versions.markerStays')
            : rewound
              ? t('versions.readOnly')
              : undefined,
          onSelect: onDelete,
        },
      ];
      return actions.filter((action) => action !== false);
    };
  }, [bucket.allowedActions, objectKey, rewound, download, onShare, onRestore, onDelete, t]);
}
