import { Drawer } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { appText } from '../en.ts';
import { SideMenu } from './side-menu.tsx';

interface MenuDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onLogout: () => void;
}

/** The side menu for windows too narrow to show it next to the page. */
export function MenuDrawer({ opened, onClose, onLogout }: MenuDrawerProps) {
  const t = useText(appText);
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={245} transitionProps={{ duration: 140 }}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('menu.label')}>
        <SideMenu collapsed={false} onLogout={onLogout} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
