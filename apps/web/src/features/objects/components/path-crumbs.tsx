import { ActionIcon, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBucket, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { objectsText } from '../en.ts';
import { browseHref, type Crumb, crumbs } from '../model/browse-address.ts';
import classes from './path-crumbs.module.css';

interface PathCrumbsProps {
  readonly bucket: string;
  readonly folder: string;
}

/** So many places stand in the line; those above them are in a menu. */
const mostShown = { wide: 5, narrow: 1 } as const;

/** The way from the bucket down to the folder that is open. */
export function PathCrumbs({ bucket, folder }: PathCrumbsProps) {
  const t = useText(objectsText);
  const narrow = useMediaQuery('(max-width: 48em)', false);
  const way = [{ key: '', name: bucket }, ...crumbs(folder)];
  const shown = way.slice(-(narrow ? mostShown.narrow : mostShown.wide));
  const hidden = way.slice(0, way.length - shown.length);
  const link = ({ key, name }: Crumb): ReactNode =>
    key === folder ? (
      <span className={classes.current} aria-current="page" title={name}>
        {name}
      </span>
    ) : (
      <RouterLink className={classes.link} to={browseHref(bucket, key)} title={name}>
        {name}
      </RouterLink>
    );
  return (
    <nav className={classes.nav} aria-label={t('breadcrumb')}>
      <IconBucket className={classes.icon} size={18} stroke={1.6} aria-hidden />
      <ol className={classes.list}>
        {hidden.length > 0 && (
          <li className={classes.item}>
            <Menu position="bottom-start" transitionProps={{ duration: 120 }}>
              <Menu.Target>
                <ActionIcon size={24} aria-label={t('hiddenFolders')}>
                  <IconDots size={16} stroke={1.6} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {hidden.map(({ key, name }) => (
                  <Menu.Item key={key} component={RouterLink} to={browseHref(bucket, key)}>
                    {name}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </li>
        )}
        {shown.map((crumb) => (
          <li key={crumb.key} className={classes.item}>
            {link(crumb)}
          </li>
        ))}
      </ol>
    </nav>
  );
}
