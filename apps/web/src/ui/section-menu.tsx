import type { IconProps } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import classes from './section-menu.module.css';

/** A section of a page. */
export interface SectionItem {
  readonly id: string;
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  /** Path of the console. */
  readonly to: string;
}

interface SectionMenuProps {
  /** Says whose sections they are. */
  readonly label: string;
  readonly sections: readonly SectionItem[];
  readonly current: string | undefined;
}

/** The menu of a page's sections: a column, or at narrow width a row that scrolls horizontally. */
function SectionMenu({ label, sections, current }: SectionMenuProps) {
  const list = useRef<HTMLUListElement>(null);
  const place = sections.findIndex(({ id }) => id === current);
  useEffect(() => {
    const item = list.current?.children[place];
    if (!list.current || !(item instanceof HTMLElement)) return;
    list.current.scrollLeft = item.offsetLeft - list.current.offsetLeft;
  }, [place]);
  return (
    <nav aria-label={label}>
      <ul ref={list} className={classes.list}>
        {sections.map(({ id, label: name, icon: SectionIcon, to }) => (
          <li key={id}>
            <RouterLink
              className={classes.link}
              to={to}
              aria-current={id === current ? 'page' : undefined}
            >
              <SectionIcon size={18} stroke={1.6} aria-hidden />
              {name}
            </RouterLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A page with the menu of its sections, and the open section. */
export function SectionsLayout({
  children,
  ...menu
}: SectionMenuProps & { readonly children: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.menu}>
        <SectionMenu {...menu} />
      </div>
      <div className={classes.section}>{children}</div>
    </div>
  );
}
