import { ActionIcon, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBucket, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import classes from './crumbs.module.css';
import { uiText } from './en.ts';
import { Name } from './name.tsx';

export interface Crumb {
  readonly name: string;
  /** Path of the console that it links to. */
  readonly to: string;
}

/** Maximum number of crumbs in the line; those above them are in a menu. */
const maxShown = { wide: 6, narrow: 1 } as const;

interface CrumbsProps {
  /** The first crumb, with its icon; the list of buckets if omitted. */
  readonly start?: Crumb & { readonly icon: ReactNode };
  readonly below: readonly Crumb[];
}

/**
 * The breadcrumb from a list, usually that of buckets, to the open location, which is the last
 * crumb.
 */
export function Crumbs({ start, below }: CrumbsProps) {
  const t = useText(uiText);
  const narrow = useMediaQuery('(max-width: 48em)', false);
  const way = [start ?? { name: t('buckets'), to: pagePath('buckets') }, ...below];
  const shown = way.slice(-(narrow ? maxShown.narrow : maxShown.wide));
  const hidden = way.slice(0, way.length - shown.length);
  const current = way.at(-1);
  return (
    <nav className={classes.nav} aria-label={t('breadcrumb')}>
      <span className={classes.icon}>
        {start?.icon ?? <IconBucket size={18} stroke={1.6} aria-hidden />}
      </span>
      <ol className={classes.list}>
        {hidden.length > 0 && (
          <li className={classes.item}>
            <Menu position="bottom-start" transitionProps={{ duration: 120 }}>
              <Menu.Target>
                <ActionIcon size={24} aria-label={t('placesAbove')}>
                  <IconDots size={16} stroke={1.6} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {hidden.map(({ name, to }) => (
                  <Menu.Item key={to} component={RouterLink} to={to}>
                    <Name>{name}</Name>
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </li>
        )}
        {shown.map((crumb) => (
          <li key={crumb.to} className={classes.item}>
            {crumb === current ? (
              <span className={classes.current} aria-current="page" title={visibleName(crumb.name)}>
                <Name>{crumb.name}</Name>
              </span>
            ) : (
              <RouterLink className={classes.link} to={crumb.to} title={visibleName(crumb.name)}>
                <Name>{crumb.name}</Name>
              </RouterLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
