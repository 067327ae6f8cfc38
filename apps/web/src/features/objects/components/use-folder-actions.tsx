import {
  IconArrowBackUp,
  IconDownload,
  IconFolderPlus,
  IconHistory,
  IconRefresh,
  IconTextScan2,
  IconTrash,
} from '@tabler/icons-react';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import type { BarAction } from '#web/ui/action-bar.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { objectsText } from '../en.ts';
import type { FolderView } from '../model/browse-search.ts';

interface FolderActionsInput {
  readonly abilities: ObjectAbilities;
  readonly view: FolderView;
  /** Whether there are versions to go back to. */
  readonly versioned: boolean;
  /** A past state is shown, which is read-only. */
  readonly rewound: boolean;
  readonly refreshing: boolean;
  readonly onRefresh: () => void;
  readonly onNewPath: () => void;
  readonly onJump: () => void;
  readonly onRewind: () => void;
  readonly onDeleted: (deleted: boolean) => void;
  /** For everything in the past state shown. */
  readonly onDownloadThen: () => void;
  readonly onRestoreThen: (() => void) | undefined;
}

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** Returns the actions for the folder as a whole that the caller is allowed to use. */
export function useFolderActions(input: FolderActionsInput): readonly BarAction[] {
  const { abilities, view, versioned, rewound } = input;
  const t = useText(objectsText);
  const readOnly = rewound ? t('rewind.readOnly') : undefined;
  const listing: BarAction[] = [
    {
      id: 'refresh',
      label: t('refresh'),
      icon: <IconRefresh {...icon} />,
      refusal: readOnly,
      onSelect: input.onRefresh,
      drawn: (
        <RefreshButton
          label={t('refresh')}
          refreshing={input.refreshing}
          disabled={rewound}
          onClick={input.onRefresh}
        />
      ),
    },
    {
      id: 'rewind',
      label: t('rewind.action'),
      icon: <IconHistory {...icon} />,
      refusal: versioned ? undefined : t('rewind.noVersions'),
      onSelect: input.onRewind,
    },
  ];
  const more: BarAction[] = [
    {
      ...{ id: 'jump', label: t('jump.action'), icon: <IconTextScan2 {...icon} />, inMenu: true },
      onSelect: input.onJump,
    },
    {
      ...{ id: 'deleted', icon: <IconTrash {...icon} />, inMenu: true },
      label: t(view.deleted && versioned ? 'view.hideDeleted' : 'view.deleted'),
      refusal: versioned ? undefined : t('view.noVersions'),
      onSelect: () => input.onDeleted(!view.deleted),
    },
  ];
  const then: BarAction[] = [
    ...(abilities.download
      ? [
          {
            ...{ id: 'downloadThen', icon: <IconDownload {...icon} />, inMenu: true },
            label: t('rewind.download'),
            onSelect: input.onDownloadThen,
          },
        ]
      : []),
    ...(input.onRestoreThen
      ? [
          {
            ...{ id: 'restoreThen', icon: <IconArrowBackUp {...icon} />, inMenu: true },
            label: t('rewind.restore'),
            onSelect: input.onRestoreThen,
          },
        ]
      : []),
  ];
  return [
    ...(abilities.list ? listing : []),
    ...(abilities.createPath
      ? [
          {
            ...{ id: 'newPath', label: t('newPath.action'), icon: <IconFolderPlus {...icon} /> },
            ...{ refusal: readOnly, onSelect: input.onNewPath },
          },
        ]
      : []),
    ...(abilities.list ? more : []),
    ...(rewound ? then : []),
  ];
}
