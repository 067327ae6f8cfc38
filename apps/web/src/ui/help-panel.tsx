import { Anchor } from '@mantine/core';
import { IconExternalLink, IconHelpCircle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from './en.ts';
import classes from './help-panel.module.css';

export interface HelpLink {
  readonly label: string;
  readonly url: string;
}

interface HelpPanelProps {
  readonly title: string;
  /** External documentation. */
  readonly links: readonly HelpLink[];
  /** The purpose of the screen, in a few sentences. */
  readonly children: ReactNode;
}

/** Explains a screen, below its content, with links to more information. */
export function HelpPanel({ title, links, children }: HelpPanelProps) {
  const t = useText(uiText);
  const id = useId();
  return (
    <aside className={classes.panel} aria-labelledby={id}>
      <IconHelpCircle className={classes.icon} size={20} stroke={1.6} aria-hidden />
      <div>
        <h3 className={classes.title} id={id}>
          {title}
        </h3>
        <div className={classes.text}>{children}</div>
        <ul className={classes.links}>
          {links.map(({ label, url }) => (
            <li key={url}>
              <Anchor
                className={classes.link ?? ''}
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={`${label} (${t('opensNewTab')})`}
              >
                {label}
                <IconExternalLink size={14} stroke={1.6} aria-hidden />
              </Anchor>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
