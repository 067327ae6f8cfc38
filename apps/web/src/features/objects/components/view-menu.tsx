import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconTextScan2, IconTrash } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { objectsText } from '../en.ts';
import classes from './view-menu.module.css';

interface ViewMenuProps {
  readonly onJump: () => void;
  /** Shown are objects too of which only versions are left; undefined where no versions are kept. */
  readonly deleted: boolean | undefined;
  readonly onDeleted: (deleted: boolean) => void;
}

/** What is shown of a folder. */
export function ViewMenu({ onJump, deleted, onDeleted }: ViewMenuProps) {
  const t = useText(objectsText);
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <Tooltip label={t('view.label')}>
          <ActionIcon variant="default" size={34} aria-label={t('view.label')}>
            <IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTextScan2 size={16} stroke={1.6} />} onClick={onJump}>
          {t('jump.action')}
        </Menu.Item>
        {deleted === undefined ? (
          // Not disabled: the arrow keys must reach it, for its reason to be read.
          <Menu.Item
            aria-disabled
            closeMenuOnClick={false}
            className={classes.refused ?? ''}
            leftSection={<IconTrash size={16} stroke={1.6} />}
          >
            {t('view.deleted')}
            <span className={classes.refusal}>{t('view.noVersions')}</span>
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconTrash size={16} stroke={1.6} />}
            onClick={() => onDeleted(!deleted)}
          >
            {t(deleted ? 'view.hideDeleted' : 'view.deleted')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
