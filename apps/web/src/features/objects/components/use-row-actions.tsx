import { previewOf } from '@stowage/contract/preview';
import {
  IconArrowBackUp,
  IconDownload,
  IconEye,
  IconPhotoSearch,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';
import { type ObjectDialogs, useObjectDialogs } from '#web/entities/object/object-dialogs.ts';
import { useDownload } from '#web/entities/object/use-download.ts';
import { useRestoreVersion } from '#web/entities/object/use-restore-version.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import type { RowAction } from '#web/ui/data-table-column.ts';
import { useUndoDeletion } from '../api/delete-objects.ts';
import { objectsText } from '../en.ts';
import type { ObjectRow } from '../model/object-row.ts';
import { type Relocation, relocations } from './relocations.ts';

type Text = Translate<(typeof objectsText)['english']>;
type Action = RowAction<ObjectRow>;

interface RowActionsInput {
  readonly bucket: string;
  readonly abilities: ObjectAbilities;
  /** A past state is shown, which is read-only. */
  readonly rewound: boolean;
  readonly hrefOf: (row: ObjectRow) => string | undefined;
  readonly onDelete: (keys: readonly string[]) => void;
  /** For a folder in a past state. */
  readonly onDownloadThen: (key: string) => void;
  /** Opens the dialog of a bulk action for an object or folder; undefined if there are none. */
  readonly onAsk: ((kind: Relocation | 'restore', key: string) => void) | undefined;
}

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

function dialogActions(t: Text, dialogs: ObjectDialogs | undefined, bucket: string): Action[] {
  if (dialogs === undefined) return [];
  return [
    {
      id: 'preview',
      label: t('action.preview'),
      icon: <IconPhotoSearch {...icon} />,
      onSelect: ({ key, size, versionId }) => dialogs.preview({ bucket, key, size, versionId }),
    },
    {
      id: 'share',
      label: t('action.share'),
      icon: <IconShare {...icon} />,
      onSelect: ({ key, size, versionId }) => dialogs.share({ bucket, key, size, versionId }),
    },
  ];
}

/** Restores a deleted object by removing the delete marker that hides it. */
function useRestoring(bucket: string, t: Text): Action {
  const { mutate } = useUndoDeletion(bucket, (count) =>
    showMessage(t('delete.undone', { count, formatted: formatNumber(count) })),
  );
  return useMemo(
    () => ({
      id: 'restore',
      label: t('action.restore'),
      icon: <IconArrowBackUp {...icon} />,
      onSelect: ({ key, versionId = '' }) => mutate([{ path: key, versionID: versionId }]),
    }),
    [t, mutate],
  );
}

/** Restores an object's past state as its current version. */
function useRestoringThen(bucket: string, t: Text): Action {
  const { mutate } = useRestoreVersion(bucket);
  return useMemo(
    () => ({
      id: 'restore',
      label: t('action.restore'),
      icon: <IconArrowBackUp {...icon} />,
      onSelect: ({ key, name, versionId = '' }) =>
        mutate(
          { key, versionId },
          { onSuccess: () => showMessage(t('rewind.restored', { name })) },
        ),
    }),
    [t, mutate],
  );
}

/** Relocates an object or folder; not available for a past state. */
function useRelocating({ abilities, rewound, onAsk }: RowActionsInput): readonly Action[] {
  const t = useText(objectsText);
  const { download, delete: canDelete, upload } = abilities;
  return useMemo(() => {
    if (rewound || onAsk === undefined) return [];
    return relocations({ download, delete: canDelete, upload }).map(({ kind, Icon }) => ({
      ...{ id: kind, label: t(`bulk.${kind}`), icon: <Icon {...icon} />, inMenu: true },
      onSelect: ({ key }) => onAsk(kind, key),
    }));
  }, [t, rewound, onAsk, download, canDelete, upload]);
}

/** Returns the actions for each row of a folder. */
export function useRowActions(input: RowActionsInput) {
  const { bucket, rewound, hrefOf, onDelete, onDownloadThen, onAsk, abilities } = input;
  const t = useText(objectsText);
  const go = useGo();
  const download = useDownload(bucket);
  const dialogs = useObjectDialogs();
  const restoring = useRestoring(bucket, t);
  const restoringThen = useRestoringThen(bucket, t);
  const relocating = useRelocating(input);
  const { download: canDownload, delete: canDelete, upload, undoDelete } = abilities;
  const canUndo = undoDelete && !rewound;
  const canRestoreThen = upload && rewound;
  return useMemo(() => {
    const view: Action = {
      id: 'view',
      label: t('action.view'),
      icon: <IconEye {...icon} />,
      onSelect: (row) => {
        const href = hrefOf(row);
        if (href !== undefined) go(href);
      },
    };
    const downloading: Action = {
      id: 'download',
      label: t('action.download'),
      icon: <IconDownload {...icon} />,
      onSelect: ({ key, size, versionId }) => download({ key, size, versionId }),
    };
    const deleting: Action = {
      id: 'delete',
      label: t('action.delete'),
      icon: <IconTrash {...icon} />,
      danger: true,
      refusal: rewound ? t('rewind.readOnly') : undefined,
      onSelect: (row) => onDelete([row.key]),
    };
    const removing = canDelete ? [deleting] : [];
    const reading = canDownload ? [...dialogActions(t, dialogs, bucket), downloading] : [];
    const writing = canRestoreThen ? [restoringThen] : [];
    const ofObjects = [view, ...reading, ...writing, ...relocating, ...removing];
    const withoutPreview = ofObjects.map((action) =>
      action.id === 'preview' ? { ...action, refusal: t('noPreview') } : action,
    );
    const downloadingFolder = rewound
      ? { ...downloading, onSelect: ({ key }: ObjectRow) => onDownloadThen(key) }
      : downloading;
    const restoringFolder =
      canRestoreThen && onAsk
        ? [{ ...restoringThen, onSelect: ({ key }: ObjectRow) => onAsk('restore', key) }]
        : [];
    const ofFolders = [
      view,
      ...(canDownload ? [downloadingFolder] : []),
      ...restoringFolder,
      ...relocating,
      ...removing,
    ];
    const ofDeleted = canUndo ? [restoring] : [];
    return ({ isFolder, deleted, name }: ObjectRow): readonly Action[] => {
      if (isFolder) return deleted ? [view] : ofFolders;
      if (deleted) return ofDeleted;
      return previewOf(name) ? ofObjects : withoutPreview;
    };
  }, [
    t,
    go,
    hrefOf,
    download,
    dialogs,
    restoring,
    restoringThen,
    relocating,
    onDelete,
    onDownloadThen,
    onAsk,
    bucket,
    rewound,
    canDownload,
    canDelete,
    canUndo,
    canRestoreThen,
  ]);
}
