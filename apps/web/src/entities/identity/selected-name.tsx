import { Input } from '@mantine/core';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { Name } from '#web/ui/name.tsx';
import { identityText } from './en.ts';
import classes from './selected-name.module.css';

/** Maximum number of names listed; the others are counted. */
const SHOWN = 50;

interface SelectedNamesProps {
  readonly label: string;
  readonly names: readonly string[];
}

/** The subject of a dialog, shown above its fields. */
export function SelectedNames({ label, names }: SelectedNamesProps) {
  const t = useText(identityText);
  const more = names.length - SHOWN;
  return (
    <Input.Wrapper label={label} labelElement="div">
      <ul className={classes.names} aria-label={label}>
        {names.slice(0, SHOWN).map((name) => (
          <li key={name}>
            <Name>{name}</Name>
          </li>
        ))}
        {more > 0 && <li>{t('more', { count: more, formatted: formatNumber(more) })}</li>}
      </ul>
    </Input.Wrapper>
  );
}

/** The only user or group a dialog applies to. */
export function SelectedName({ label, name }: { readonly label: string; readonly name: string }) {
  return <SelectedNames label={label} names={[name]} />;
}
