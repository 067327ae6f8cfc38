import {
  IconActivity,
  IconArrowsExchange,
  IconClipboardList,
  IconEye,
  IconFileText,
  IconHeartbeat,
  IconKey,
  type IconProps,
  IconReport,
  IconTool,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { toolsText } from './en.ts';
import classes from './tools.module.css';

type Tool = keyof (typeof toolsText)['english']['tool'];

const tools: readonly { readonly name: Tool; readonly icon: ComponentType<IconProps> }[] = [
  { name: 'logs', icon: IconFileText },
  { name: 'audit-logs', icon: IconClipboardList },
  { name: 'watch', icon: IconEye },
  { name: 'trace', icon: IconActivity },
  { name: 'heal', icon: IconHeartbeat },
  { name: 'diagnostics', icon: IconReport },
  { name: 'access-keys', icon: IconKey },
  { name: 'iam', icon: IconArrowsExchange },
];

/** The tools that the session may use. */
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
        <ul className={classes.grid}>
          {open.map(({ name, icon: Icon }) => (
            <li key={name}>
              <RouterLink className={classes.tool} to={`/tools/${name}`}>
                <Icon size={22} stroke={1.6} aria-hidden />
                <span className={classes.name}>{t(`tool.${name}`)}</span>
                <span className={classes.about}>{t(`about.${name}`)}</span>
              </RouterLink>
            </li>
          ))}
        </ul>
      </PageBody>
    </>
  );
}
