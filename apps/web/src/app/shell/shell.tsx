import { Drawer, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { setClientState, useClientState } from '#web/lib/client-state/client-state.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useCurrentPath } from '#web/lib/router/navigation.ts';
import { ShellControlsContext } from '#web/ui/shell-controls.ts';
import { appText } from '../en.ts';
import { hidesMenu } from './menu-items.ts';
import { RestartBanner } from './restart-banner.tsx';
import classes from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** Menu and content of every page behind the login. */
export function Shell({ onLogout }: { readonly onLogout: () => void }) {
  const t = useText(appText);
  const path = useCurrentPath();
  const sidebarOpen = useClientState('sidebarOpen');
  const [drawerOpen, drawer] = useDisclosure(false);
  const content = useFocusOnNavigation();
  const withMenu = !hidesMenu(path);
  const controls = useMemo(
    () => (withMenu ? { openMenu: drawer.open, menuOpen: drawerOpen } : null),
    [withMenu, drawer.open, drawerOpen],
  );

  // A navigation has chosen a page: the drawer is no longer needed.
  const { close } = drawer;
  useEffect(() => {
    if (path !== '') close();
  }, [path, close]);

  return (
    <ShellControlsContext value={controls}>
      <div className={classes.shell} data-menu={withMenu || undefined}>
        <UnstyledButton className={classes.skip} onClick={() => content.current?.focus()}>
          {t('skip')}
        </UnstyledButton>
        {withMenu && (
          <div className={classes.side}>
            <SideMenu
              collapsed={!sidebarOpen}
              onToggle={() => setClientState({ sidebarOpen: !sidebarOpen })}
              onLogout={onLogout}
            />
          </div>
        )}
        <main id="content" className={classes.content} ref={content} tabIndex={-1}>
          <RestartBanner />
          <Outlet />
        </main>
        <Drawer.Root opened={drawerOpen} onClose={close} size={245}>
          <Drawer.Overlay />
          <Drawer.Content aria-label={t('menu.label')}>
            <SideMenu collapsed={false} onLogout={onLogout} />
          </Drawer.Content>
        </Drawer.Root>
      </div>
    </ShellControlsContext>
  );
}
