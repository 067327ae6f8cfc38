import {
  IconArrowBackUp,
  type IconCopy,
  IconDownload,
  IconGavel,
  IconLock,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';
import type { BulkKind } from '#web/entities/object/object-dialogs.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import type { BarAction } from '#web/ui/action-bar.tsx';
import { objectsText } from '../en.ts';
import { relocations } from './relocations.ts';

interface SelectionActionsInput {
  readonly abilities: ObjectAbilities;
  /** Whether the bucket keeps earlier versions. */
  readonly versioned: boolean;
  /** Whether the bucket is known to have no object locking. */
  readonly unlockable: boolean;
  /** Whether a single item is selected. */
  readonly single: boolean;
  /** A past state is shown, which is read-only. */
  readonly rewound: boolean;
  readonly onDownload: () => void;
  readonly onDelete: () => void;
  /** Undefined if there are no bulk actions. */
  readonly onAsk: ((kind: BulkKind | 'restore') => void) | undefined;
}

interface Entry {
  readonly kind: Exclude<BulkKind, 'delete'>;
  readonly Icon: typeof IconCopy;
  readonly shown: boolean;
  readonly refusal?: string | undefined;
}

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

type EntriesInput = Pick<
  SelectionActionsInput,
  'abilities' | 'versioned' | 'unlockable' | 'single'
>;

/** Returns the server-side actions for the selection, each with the reason if it is unavailable. */
function useEntries({ abilities, versioned, unlockable, single }: EntriesInput): readonly Entry[] {
  const t = useText(objectsText);
  const needs = (allowed: boolean, action: string) =>
    allowed ? undefined : t('bulk.needs', { action });
  const needsLock = (allowed: boolean, action: string) =>
    unlockable ? t('bulk.needsLocking') : needs(allowed, action);
  return [
    ...relocations(abilities).map((entry) => ({
      ...entry,
      shown: entry.kind !== 'rename' || single,
    })),
    {
      ...{ kind: 'tag', Icon: IconTag, shown: true },
      refusal: needs(abilities.addTags, 's3:PutObjectTagging'),
    },
    {
      ...{ kind: 'retention', Icon: IconLock, shown: true },
      refusal: needsLock(abilities.setRetention, 's3:PutObjectRetention'),
    },
    {
      ...{ kind: 'legalHold', Icon: IconGavel, shown: true },
      refusal: needsLock(abilities.setLegalHold, 's3:PutObjectLegalHold'),
    },
    { kind: 'deleteVersions', Icon: IconTrash, shown: abilities.undoDelete && versioned },
  ];
}

/** Returns the actions for the selection that the caller is allowed to use. */
export function useSelectionActions(input: SelectionActionsInput): readonly BarAction[] {
  const { abilities, rewound, onDownload, onDelete, onAsk } = input;
  const t = useText(objectsText);
  const entries = useEntries(input).filter(({ shown }) => shown);
  const download: BarAction = {
    ...{ id: 'download', label: t('downloadSelected'), icon: <IconDownload {...icon} /> },
    onSelect: onDownload,
  };
  const downloads = abilities.download ? [download] : [];
  if (rewound) {
    const restore: BarAction = {
      ...{ id: 'restore', label: t('rewind.restoreSelected') },
      ...{ icon: <IconArrowBackUp {...icon} />, onSelect: () => onAsk?.('restore') },
    };
    return [...downloads, ...(abilities.upload && onAsk ? [restore] : [])];
  }
  const remove: BarAction = {
    ...{ id: 'delete', label: t('delete.selected'), icon: <IconTrash {...icon} /> },
    ...{ danger: true, onSelect: onDelete },
  };
  const bulk = entries.map(
    ({ kind, Icon, refusal }): BarAction => ({
      ...{ id: kind, label: t(`bulk.${kind}`), icon: <Icon {...icon} />, inMenu: true },
      ...{ refusal, onSelect: () => onAsk?.(kind) },
    }),
  );
  return [...downloads, ...(abilities.delete ? [remove] : []), ...(onAsk ? bulk : [])];
}
