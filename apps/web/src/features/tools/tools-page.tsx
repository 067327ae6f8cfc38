import {
  IconActivity,
  IconArrowsExchange,
  IconChartBar,
  IconClipboardList,
  IconDevices,
  IconEye,
  IconFileSearch,
  IconFileText,
  IconFlame,
  IconGauge,
  IconHeartbeat,
  IconKey,
  type IconProps,
  IconReport,
  IconShieldSearch,
  IconTool,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { TileGrid } from '#web/ui/tile-grid.tsx';
import { toolsText } from './en.ts';

type Tool = keyof (typeof toolsText)['english']['tool'];

const tools: readonly { readonly name: Tool; readonly icon: ComponentType<IconProps> }[] = [
  { name: 'logs', icon: IconFileText },
  { name: 'audit-logs', icon: IconClipboardList },
  { name: 'watch', icon: IconEye },
  { name: 'trace', icon: IconActivity },
  { name: 'heal', icon: IconHeartbeat },
  { name: 'diagnostics', icon: IconReport },
  { name: 'speed-test', icon: IconGauge },
  { name: 'top', icon: IconFlame },
  { name: 'inspect', icon: IconFileSearch },
  { name: 'profile', icon: IconChartBar },
  { name: 'access-keys', icon: IconKey },
  { name: 'sessions', icon: IconDevices },
  { name: 'security-log', icon: IconShieldSearch },
  { name: 'iam', icon: IconArrowsExchange },
];

/** The tools that the session can use. */
export function ToolsPage() {
  const t = useText(toolsText);
  const { pages } = useSession();
  const open = tools.filter(({ name }) => pages.includes(`/tools/${name}`));
  return (
    <>
      <PageHeader title={t('title')} />
      <PageBody>
        {open.length === 0 && (
          <EmptyState icon={<IconTool size={24} stroke={1.6} />} title={t('none')} />
        )}
        <TileGrid
          tiles={open.map(({ name, icon }) => ({
            id: name,
            name: t(`tool.${name}`),
            about: t(`about.${name}`),
            icon,
            to: `/tools/${name}`,
          }))}
        />
      </PageBody>
    </>
  );
}
