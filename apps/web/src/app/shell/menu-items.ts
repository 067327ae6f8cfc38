import type { SessionInfo } from '@stowage/contract/auth';
import {
  IconBell,
  IconBook,
  IconBucket,
  IconBuildingWarehouse,
  IconCertificate,
  IconDatabase,
  IconGauge,
  IconHeartbeat,
  IconKey,
  type IconProps,
  IconSettings,
  IconShield,
  IconStack2,
  IconTool,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** Where the administration of the storage server is explained. */
export const documentationUrl = 'https://docs.min.io/';

export interface MenuItem {
  /** Key of its text. */
  readonly name: MenuName;
  /** Path of the page, or the address of another site. */
  readonly to: string;
  readonly external?: boolean;
  readonly icon: ComponentType<IconProps>;
}

type MenuName =
  | 'dashboard'
  | 'buckets'
  | 'users'
  | 'groups'
  | 'account'
  | 'policies'
  | 'settings'
  | 'notificationEndpoints'
  | 'tiers'
  | 'tools'
  | 'heal'
  | 'tenants'
  | 'storage'
  | 'license'
  | 'documentation';

const consoleItems: readonly MenuItem[] = [
  { name: 'dashboard', to: '/dashboard', icon: IconGauge },
  { name: 'buckets', to: '/buckets', icon: IconBucket },
  { name: 'users', to: '/users', icon: IconUser },
  { name: 'groups', to: '/groups', icon: IconUsers },
  { name: 'account', to: '/account', icon: IconKey },
  { name: 'policies', to: '/policies', icon: IconShield },
  { name: 'settings', to: '/settings', icon: IconSettings },
  { name: 'notificationEndpoints', to: '/notification-endpoints', icon: IconBell },
  { name: 'tiers', to: '/tiers', icon: IconStack2 },
  { name: 'tools', to: '/tools', icon: IconTool },
  { name: 'heal', to: '/heal', icon: IconHeartbeat },
];

const operatorItems: readonly MenuItem[] = [
  { name: 'tenants', to: '/tenants', icon: IconBuildingWarehouse },
  { name: 'storage', to: '/storage', icon: IconDatabase },
  { name: 'license', to: '/license', icon: IconCertificate },
];

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
  // Decision 9: of the operator group only License is known outside operator mode.
  if (item.name === 'tenants' || item.name === 'storage') return session.operator;
  return true;
}

/** The entries of the side menu for a session (document 1, section 2; decisions 8 and 9). */
export function menuFor(session: MenuSession): Menu {
  const main = consoleItems.filter((item) => isShown(item, session));
  const operator = operatorItems.filter((item) => isShown(item, session));
  return session.pages.includes('/tenants')
    ? { main, operator: [...operator, documentation] }
    : { main: [...main, documentation], operator };
}

/** Whether a path shows without the side menu. */
export function hidesMenu(path: string): boolean {
  return path === '/metrics' || path.endsWith('/hop');
}
