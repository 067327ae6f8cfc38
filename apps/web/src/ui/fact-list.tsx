import type { ReactNode } from 'react';
import classes from './fact-list.module.css';
import { Name } from './name.tsx';

export type Fact = readonly [label: string, value: ReactNode];

/** What is known of one thing, a line each; texts may be hostile. What is '' is left out. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === 'string' ? <Name>{value}</Name> : value}</dd>
          </div>
        ))}
    </dl>
  );
}
