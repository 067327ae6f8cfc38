import {
  IconArrowsExchange,
  IconBell,
  IconCloudUpload,
  IconListDetails,
  type IconProps,
  IconRefreshDot,
  IconShieldCheck,
  IconUsersGroup,
  IconWorldShare,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { SectionId } from './model/sections.ts';

/** The icon of each section in the menu. */
export const SECTION_ICONS: Readonly<Record<SectionId, ComponentType<IconProps>>> = {
  summary: IconListDetails,
  events: IconBell,
  replication: IconArrowsExchange,
  lifecycle: IconRefreshDot,
  cors: IconWorldShare,
  access: IconUsersGroup,
  prefix: IconShieldCheck,
  uploads: IconCloudUpload,
};
