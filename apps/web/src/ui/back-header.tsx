import { IconArrowLeft } from '@tabler/icons-react';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import classes from './back-header.module.css';
import headerClasses from './page-header.module.css';
import { PageHeader } from './page-header.tsx';

interface BackHeaderProps {
  readonly title: string;
  /** How many things the page lists. */
  readonly count?: number | undefined;
  /** Where the page was reached from. */
  readonly back: { readonly label: string; readonly to: string };
}

/** The header of a page below another, with the way back. */
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
