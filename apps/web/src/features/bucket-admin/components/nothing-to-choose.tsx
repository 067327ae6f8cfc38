import { Anchor } from '@mantine/core';
import { ROUTES } from '@stowage/contract/pages';
import type { ReactNode } from 'react';
import { useSession } from '#web/entities/session/session.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import classes from './nothing-to-choose.module.css';

interface NothingToChooseProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Link to where one is added, for accounts with access to the page. */
  readonly page: 'addTier' | 'addNotificationEndpoint';
  readonly link: string;
}

/** Replaces choices that an administrator has to create first. */
export function NothingToChoose({ title, children, page, link }: NothingToChooseProps) {
  const { pages } = useSession();
  return (
    <div className={classes.note} role="status">
      <strong>{title}</strong>
      <p>{children}</p>
      {pages.includes(ROUTES[page].pattern) && (
        <p>
          <Anchor component={RouterLink} to={pagePath(page)}>
            {link}
          </Anchor>
        </p>
      )}
    </div>
  );
}
