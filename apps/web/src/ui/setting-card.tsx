import type { ReactNode } from 'react';
import classes from './setting-card.module.css';

interface SettingCardProps {
  readonly title: string;
  /** Right of the title, such as a button that opens its dialog. */
  readonly action?: ReactNode;
  /** 'full' takes the whole row of a grid of cards. */
  readonly width?: 'half' | 'full';
  readonly children: ReactNode;
}

/** A card of a page of settings: what is set under a heading, and the way to change it. */
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

/** Cards side by side where there is room. */
export function SettingCards({ children }: { readonly children: ReactNode }) {
  return <div className={classes.cards}>{children}</div>;
}
