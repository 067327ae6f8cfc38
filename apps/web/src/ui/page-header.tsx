import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useContext } from 'react';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { DocumentTitle } from './document-title.tsx';
import { uiText } from './en.ts';
import { Name } from './name.tsx';
import classes from './page-header.module.css';
import { SchemeToggle } from './scheme-toggle.tsx';
import { ShellControlsContext } from './shell-controls.ts';
import { Tag } from './tag.tsx';

interface PageHeaderProps {
  readonly title: string;
  /** For the browser tab, if the page's title is not specific enough. */
  readonly documentTitle?: string;
  /** Replaces the title visually, such as a breadcrumb; the title remains for screen readers. */
  readonly heading?: ReactNode;
  /** Number of items the page lists. */
  readonly count?: number | undefined;
  /** Shown to the right of the title: tags and actions of the whole page. */
  readonly actions?: ReactNode;
}

/**
 * The header line of a page: menu (narrow), title, actions, colour scheme (narrow: in the menu).
 */
export function PageHeader({ title, documentTitle, heading, count, actions }: PageHeaderProps) {
  const t = useText(uiText);
  const shell = useContext(ShellControlsContext);
  return (
    <header className={classes.header}>
      <DocumentTitle title={documentTitle ?? title} />
      {shell !== null && (
        <ActionIcon
          className={classes.menu}
          size={34}
          aria-label={t('openMenu')}
          aria-expanded={shell.menuOpen}
          onClick={shell.openMenu}
        >
          <IconMenu2 size={20} stroke={1.6} />
        </ActionIcon>
      )}
      <div className={classes.start}>
        {heading === undefined ? (
          <h1 className={classes.title}>{title}</h1>
        ) : (
          <>
            <VisuallyHidden component="h1">
              <Name>{title}</Name>
            </VisuallyHidden>
            {heading}
          </>
        )}
        {count !== undefined && <Tag>{formatNumber(count)}</Tag>}
      </div>
      {actions}
      {shell !== null && (
        <UnstyledButton
          className={classes.palette}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={shell.openPalette}
        >
          <IconSearch size={18} stroke={1.6} aria-hidden />
          <VisuallyHidden>{t('goTo')}</VisuallyHidden>
          <kbd className={classes.kbd}>{t('goToKeys')}</kbd>
        </UnstyledButton>
      )}
      <span className={shell === null ? undefined : classes.scheme}>
        <SchemeToggle />
      </span>
    </header>
  );
}
