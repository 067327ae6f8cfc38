import { Button, Menu } from '@mantine/core';
import {
  IconArrowRight,
  IconChevronDown,
  IconCopy,
  IconForms,
  IconTrash,
} from '@tabler/icons-react';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';
import type { BulkTask } from '#web/entities/object/object-dialogs.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { objectsText } from '../en.ts';

interface BulkMenuProps {
  readonly abilities: ObjectAbilities;
  /** The bucket keeps earlier versions. */
  readonly versioned: boolean;
  /** A single item is selected. */
  readonly single: boolean;
  readonly onAsk: (kind: BulkTask['kind']) => void;
}

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** What the server does to everything that is selected; what the caller may not do is not there. */
export function BulkMenu({ abilities, versioned, single, onAsk }: BulkMenuProps) {
  const t = useText(objectsText);
  const canMove = abilities.download && abilities.delete;
  const entries = [
    { kind: 'copy', Icon: IconCopy, shown: abilities.download },
    { kind: 'move', Icon: IconArrowRight, shown: canMove },
    { kind: 'rename', Icon: IconForms, shown: canMove && abilities.upload && single },
    { kind: 'deleteVersions', Icon: IconTrash, shown: abilities.undoDelete && versioned },
  ] as const;
  const shown = entries.filter((entry) => entry.shown);
  if (shown.length === 0) return null;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.6} />}>
          {t('bulk.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ kind, Icon }) => (
          <Menu.Item key={kind} leftSection={<Icon {...icon} />} onClick={() => onAsk(kind)}>
            {t(`bulk.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
