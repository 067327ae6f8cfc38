import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconExternalLink,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react';
import { useSession } from '#web/entities/session/session.ts';
import { AccountMenu } from '#web/features/auth/components/account-menu.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { useCurrentPath } from '#web/lib/router/navigation.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { Brand } from '#web/ui/brand.tsx';
import { uiText } from '#web/ui/en.ts';
import { SchemeToggle } from '#web/ui/scheme-toggle.tsx';
import { appText } from '../en.ts';
import { type MenuItem, menuFor } from './menu-items.ts';
import classes from './side-menu.module.css';

interface SideMenuProps {
  /** Narrow form, with small labels below the icons. */
  readonly collapsed: boolean;
  /**
   * Without it the menu cannot be collapsed and contains the colour scheme switch (in the drawer).
   */
  readonly onToggle?: () => void;
  readonly onLogout: () => void;
}

function isCurrent(item: MenuItem, path: string): boolean {
  return path === item.to || path.startsWith(`${item.to}/`);
}

function MenuEntry({ item, path }: { readonly item: MenuItem; readonly path: string }) {
  const t = useText(appText);
  const tUi = useText(uiText);
  const Icon = item.icon;
  const label = t(`menu.${item.name}`);
  if (item.external) {
    return (
      <a className={classes.entry} href={item.to} target="_blank" rel="noopener noreferrer">
        <Icon className={classes.icon} size={18} stroke={1.6} aria-hidden />
        <span className={classes.label}>{label}</span>
        <VisuallyHidden>{`(${tUi('opensNewTab')})`}</VisuallyHidden>
        <IconExternalLink className={classes.external} size={14} stroke={1.6} aria-hidden />
      </a>
    );
  }
  return (
    <RouterLink
      className={classes.entry}
      to={item.to}
      aria-current={isCurrent(item, path) ? 'page' : undefined}
    >
      <Icon className={classes.icon} size={18} stroke={1.6} aria-hidden />
      <span className={classes.label}>{label}</span>
    </RouterLink>
  );
}

function MenuList({ items, path }: { readonly items: readonly MenuItem[]; readonly path: string }) {
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.name}>
          <MenuEntry item={item} path={path} />
        </li>
      ))}
    </ul>
  );
}

/** The navy menu: pages, operator group, documentation, and Logout at the bottom. */
export function SideMenu({ collapsed, onToggle, onLogout }: SideMenuProps) {
  const t = useText(appText);
  const session = useSession();
  const userName = session.loginName ?? session.accountName;
  const path = useCurrentPath();
  const menu = menuFor(session);
  const ToggleIcon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav
      className={classes.menu}
      data-collapsed={collapsed || undefined}
      aria-label={t('menu.label')}
    >
      <div className={classes.top}>
        <Brand compact={collapsed} />
        {onToggle === undefined ? (
          <SchemeToggle className={classes.toggle} />
        ) : (
          <ActionIcon
            className={classes.toggle}
            variant="transparent"
            size={28}
            aria-label={collapsed ? t('menu.expand') : t('menu.collapse')}
            aria-expanded={!collapsed}
            onClick={onToggle}
          >
            <ToggleIcon size={18} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
      <div className={classes.pages}>
        <MenuList items={menu.main} path={path} />
        {menu.operator.length > 0 && (
          <section className={classes.group} aria-label={t('menu.operator')}>
            {session.operator && (
              <p className={classes.groupName} aria-hidden>
                {t('menu.operator')}
              </p>
            )}
            <MenuList items={menu.operator} path={path} />
          </section>
        )}
      </div>
      <div className={classes.end}>
        {userName !== '' && (
          <AccountMenu name={userName} collapsed={collapsed} onEnded={onLogout} />
        )}
        <UnstyledButton className={classes.entry} onClick={onLogout}>
          <IconLogout className={classes.icon} size={18} stroke={1.6} aria-hidden />
          <span className={classes.label}>{t('menu.logout')}</span>
        </UnstyledButton>
      </div>
    </nav>
  );
}
