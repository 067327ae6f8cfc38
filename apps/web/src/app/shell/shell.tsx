import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { setClientState, useClientState } from '#web/lib/client-state/client-state.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useCurrentPage, useCurrentPath } from '#web/lib/router/navigation.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ShellControlsContext } from '#web/ui/shell-controls.ts';
import { appText } from '../en.ts';
import { IdleBanner } from './idle-banner.tsx';
import { MenuDrawer } from './menu-drawer.tsx';
import { hidesMenu } from './menu-items.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { PasswordQuestion } from './password-question.tsx';
import { RestartBanner } from './restart-banner.tsx';
import classes from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { TransfersDock } from './transfers-dock.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { usePalette } from './use-palette.ts';
import { useSessionEnd } from './use-session-end.ts';

/** Loaded when it is first opened. */
const CommandPalette = lazyPart(() => import('../palette/command-palette.tsx'), 'CommandPalette');

interface ShellProps {
  readonly onLogout: () => void;
  readonly children: ReactNode;
}

/** The menu and content of every page behind the login. */
export function Shell({ onLogout, children }: ShellProps) {
  const t = useText(appText);
  const path = useCurrentPath();
  const sidebarOpen = useClientState('sidebarOpen');
  const [drawerOpen, drawer] = useDisclosure(false);
  const palette = usePalette();
  const content = useFocusOnNavigation();
  useSessionEnd();
  const withMenu = !hidesMenu(useCurrentPage());
  const controls = useMemo(
    () =>
      withMenu ? { openMenu: drawer.open, menuOpen: drawerOpen, openPalette: palette.open } : null,
    [withMenu, drawer.open, drawerOpen, palette.open],
  );

  // After a navigation the drawer is no longer needed.
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
          <OfflineBanner />
          <IdleBanner />
          <RestartBanner />
          {children}
        </main>
        <TransfersDock />
        <Suspense fallback={null}>
          {palette.used && <CommandPalette opened={palette.opened} onClose={palette.close} />}
        </Suspense>
        <PasswordQuestion />
        <MenuDrawer opened={drawerOpen} onClose={close} onLogout={onLogout} />
      </div>
    </ShellControlsContext>
  );
}
