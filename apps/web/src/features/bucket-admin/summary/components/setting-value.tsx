import type { ReactNode } from 'react';
import classes from './setting-value.module.css';

interface SettingValueProps {
  readonly children: ReactNode;
  /** What it means, in a sentence. */
  readonly hint?: ReactNode;
}

/** What is set, and what that means. */
export function SettingValue({ children, hint }: SettingValueProps) {
  return (
    <div>
      <div className={classes.value}>{children}</div>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}

interface SubSettingProps {
  readonly title: string;
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** A second setting in a card, under a heading of its own. */
export function SubSetting({ title, action, children }: SubSettingProps) {
  return (
    <div className={classes.sub}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {action}
      </div>
      {children}
    </div>
  );
}
