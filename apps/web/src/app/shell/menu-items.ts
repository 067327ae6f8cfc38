import type { SessionInfo } from '@stowage/contract/auth';
import { ROUTES, type Route, type RouteName } from '@stowage/contract/pages';
import {
  IconBell,
  IconBook,
  IconBucket,
  IconBuildingWarehouse,
  IconCertificate,
  IconDatabase,
  IconGauge,
  IconHeartbeat,
  IconHierarchy2,
  IconKey,
  type IconProps,
  IconSettings,
  IconShield,
  IconStack2,
  IconTool,
  IconUser,
  IconUsers,
  IconZoomCheck,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** Documentation on administering the storage server. */
export const documentationUrl = 'https://docs.min.io/';

/** The pages that have a menu entry. */
type MenuPage = {
  [Name in RouteName]: (typeof ROUTES)[Name] extends { menu: string } ? Name : never;
}[RouteName];

export interface MenuItem {
  /** Key of the entry's text. */
  readonly name: MenuPage | 'documentation';
  /** Path of the page, or the address of another site. */
  readonly to: string;
  readonly external?: boolean;
  readonly icon: ComponentType<IconProps>;
}

const icons: Readonly<Record<MenuPage, ComponentType<IconProps>>> = {
  dashboard: IconGauge,
  buckets: IconBucket,
  users: IconUser,
  groups: IconUsers,
  ldap: IconHierarchy2,
  account: IconKey,
  policies: IconShield,
  accessExplorer: IconZoomCheck,
  settings: IconSettings,
  notificationEndpoints: IconBell,
  tiers: IconStack2,
  tools: IconTool,
  heal: IconHeartbeat,
  tenants: IconBuildingWarehouse,
  storage: IconDatabase,
  license: IconCertificate,
};

function itemsOf(menu: Route['menu']): readonly MenuItem[] {
  return (Object.keys(icons) as MenuPage[])
    .filter((name) => ROUTES[name].menu === menu)
    .map((name) => ({ name, to: ROUTES[name].pattern, icon: icons[name] }));
}

const consoleItems = itemsOf('main');
const operatorItems = itemsOf('operator');

const documentation: MenuItem = {
  name: 'documentation',
  to: documentationUrl,
  external: true,
  icon: IconBook,
};

export interface Menu {
  readonly main: readonly MenuItem[];
  readonly operator: readonly MenuItem[];
}

type MenuSession = Pick<SessionInfo, 'pages' | 'operator' | 'distributedMode'>;

function isShown(item: MenuItem, session: MenuSession): boolean {
  if (!session.pages.includes(item.to)) return false;
  if (item.name === 'heal') return !session.distributedMode;
  // Outside operator mode, License is the only entry of the operator group.
  if (item.name === 'tenants' || item.name === 'storage') return session.operator;
  return true;
}

/** Returns the side menu entries for a session. */
export function menuFor(session: MenuSession): Menu {
  const main = consoleItems.filter((item) => isShown(item, session));
  const operator = operatorItems.filter((item) => isShown(item, session));
  return session.pages.includes('/tenants')
    ? { main, operator: [...operator, documentation] }
    : { main: [...main, documentation], operator };
}

/** Whether a page is shown without the side menu. */
export function hidesMenu(page: RouteName | undefined): boolean {
  return page === 'metrics' || page === 'tenantConsole';
}
