import { IconArrowLeft } from '@tabler/icons-react';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import classes from './back-header.module.css';
import headerClasses from './page-header.module.css';
import { PageHeader } from './page-header.tsx';

interface BackHeaderProps {
  readonly title: string;
  /** Number of items the page lists. */
  readonly count?: number | undefined;
  /** The page that leads here. */
  readonly back: { readonly label: string; readonly to: string };
}

/** The header of a subpage, with a link back. */
export function BackHeader({ title, count, back }: BackHeaderProps) {
  return (
    <PageHeader
      title={title}
      count={count}
      heading={
        <>
          <RouterLink className={classes.back} to={back.to}>
            <IconArrowLeft className={classes.arrow} size={20} stroke={1.6} aria-hidden />
            <span className={classes.label}>{back.label}</span>
          </RouterLink>
          <span className={headerClasses.title} aria-hidden>
            {title}
          </span>
        </>
      }
    />
  );
}
