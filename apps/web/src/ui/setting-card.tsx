import type { ReactNode } from 'react';
import classes from './setting-card.module.css';

interface SettingCardProps {
  readonly title: string;
  /** Shown to the right of the title, such as a button that opens its dialog. */
  readonly action?: ReactNode;
  /** 'full' takes a whole row in a grid of cards. */
  readonly width?: 'half' | 'full';
  readonly children: ReactNode;
}

/** A card on a settings page: a setting under a heading, with a way to change it. */
export function SettingCard({ title, action, width = 'half', children }: SettingCardProps) {
  return (
    <section className={classes.card} data-width={width} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Cards side by side if there is space. */
export function SettingCards({ children }: { readonly children: ReactNode }) {
  return <div className={classes.cards}>{children}</div>;
}
