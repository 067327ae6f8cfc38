import {
  IconBrandMysql,
  IconBroadcast,
  IconDatabase,
  IconDatabaseSearch,
  IconMessages,
  IconPlug,
  type IconProps,
  IconRouter,
  IconSend,
  IconStack3,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { endpointsText } from '../en.ts';

type Service = keyof (typeof endpointsText)['english']['about'];

const ICONS: Readonly<Record<Service, ComponentType<IconProps>>> = {
  postgresql: IconDatabase,
  kafka: IconMessages,
  amqp: IconStack3,
  mqtt: IconRouter,
  redis: IconPlug,
  nats: IconSend,
  mysql: IconBrandMysql,
  elasticsearch: IconDatabaseSearch,
  webhook: IconWebhook,
  nsq: IconBroadcast,
};

/** Returns a target's kind by its name in ARNs, as used for text keys. */
export function kindWord(service: string): Service {
  return Object.hasOwn(ICONS, service) ? (service as Service) : 'webhook';
}

/** Returns the icon of a target kind. */
export function kindIcon(service: string): ComponentType<IconProps> {
  return ICONS[kindWord(service)];
}
