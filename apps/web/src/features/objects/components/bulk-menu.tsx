import { Button, Menu } from '@mantine/core';
import {
  IconArrowRight,
  IconChevronDown,
  IconCopy,
  IconForms,
  IconLock,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';
import type { BulkTask } from '#web/entities/object/object-dialogs.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { MenuActionItem } from '#web/ui/row-menu.tsx';
import { objectsText } from '../en.ts';

interface BulkMenuProps {
  readonly abilities: ObjectAbilities;
  /** The bucket keeps earlier versions. */
  readonly versioned: boolean;
  /** The bucket is known to have no object locking. */
  readonly unlockable: boolean;
  /** A single item is selected. */
  readonly single: boolean;
  readonly onAsk: (kind: BulkTask['kind']) => void;
}

interface Entry {
  readonly kind: Exclude<BulkTask['kind'], 'delete'>;
  readonly Icon: typeof IconCopy;
  readonly shown: boolean;
  readonly refusal?: string | undefined;
}

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

type MenuInput = Omit<BulkMenuProps, 'onAsk'>;

/** What can be done to everything that is selected, with the reason where it cannot. */
function useEntries({ abilities, versioned, unlockable, single }: MenuInput): readonly Entry[] {
  const t = useText(objectsText);
  const canMove = abilities.download && abilities.delete;
  const needs = (allowed: boolean, action: string) =>
    allowed ? undefined : t('bulk.needs', { action });
  return [
    { kind: 'copy', Icon: IconCopy, shown: abilities.download },
    { kind: 'move', Icon: IconArrowRight, shown: canMove },
    { kind: 'rename', Icon: IconForms, shown: canMove && abilities.upload && single },
    {
      ...{ kind: 'tag', Icon: IconTag, shown: true },
      refusal: needs(abilities.addTags, 's3:PutObjectTagging'),
    },
    {
      ...{ kind: 'retention', Icon: IconLock, shown: true },
      refusal: unlockable
        ? t('bulk.needsLocking')
        : needs(abilities.setRetention, 's3:PutObjectRetention'),
    },
    { kind: 'deleteVersions', Icon: IconTrash, shown: abilities.undoDelete && versioned },
  ];
}

/** What the server does to everything that is selected. */
export function BulkMenu({ onAsk, ...props }: BulkMenuProps) {
  const t = useText(objectsText);
  const entries = useEntries(props).filter(({ shown }) => shown);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.6} />}>
          {t('bulk.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ kind, Icon, refusal }) => (
          <MenuActionItem
            key={kind}
            action={{
              id: kind,
              label: t(`bulk.${kind}`),
              icon: <Icon {...icon} />,
              refusal,
              onSelect: () => onAsk(kind),
            }}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
