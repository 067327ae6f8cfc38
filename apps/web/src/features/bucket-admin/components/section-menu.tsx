import {
  IconArrowsExchange,
  IconBell,
  IconListDetails,
  IconRefreshDot,
  IconShieldCheck,
  IconUsersGroup,
} from '@tabler/icons-react';
import { type ComponentType, useEffect, useRef } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { bucketAdminText } from '../en.ts';
import { type SectionId, sectionPath } from '../model/sections.ts';
import classes from './section-menu.module.css';

type Icon = ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>;

const icons: Readonly<Record<SectionId, Icon>> = {
  summary: IconListDetails,
  events: IconBell,
  replication: IconArrowsExchange,
  lifecycle: IconRefreshDot,
  access: IconUsersGroup,
  prefix: IconShieldCheck,
};

interface SectionMenuProps {
  readonly bucket: string;
  readonly sections: readonly SectionId[];
  readonly current: SectionId | undefined;
}

/** The menu of a bucket's settings: a column, or at narrow width a row that scrolls sideways. */
export function SectionMenu({ bucket, sections, current }: SectionMenuProps) {
  const t = useText(bucketAdminText);
  const list = useRef<HTMLUListElement>(null);
  const place = current === undefined ? -1 : sections.indexOf(current);
  useEffect(() => {
    const item = list.current?.children[place];
    if (!list.current || !(item instanceof HTMLElement)) return;
    list.current.scrollLeft = item.offsetLeft - list.current.offsetLeft;
  }, [place]);
  return (
    <nav className={classes.menu} aria-label={t('menu')}>
      <ul ref={list} className={classes.list}>
        {sections.map((id) => {
          const SectionIcon = icons[id];
          return (
            <li key={id}>
              <RouterLink
                className={classes.link}
                to={sectionPath(bucket, id)}
                aria-current={id === current ? 'page' : undefined}
              >
                <SectionIcon size={18} stroke={1.6} aria-hidden />
                {t(`section.${id}`)}
              </RouterLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
