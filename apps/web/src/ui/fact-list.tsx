import type { ReactNode } from 'react';
import classes from './fact-list.module.css';
import { Name } from './name.tsx';

export type Fact = readonly [label: string, value: ReactNode];

/** The properties of an item, one per line; texts may be untrusted. Empty values are omitted. */
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
