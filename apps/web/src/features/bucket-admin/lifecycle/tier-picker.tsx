import { Code, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/lib/i18n/messages.ts';
import { tiersQuery } from './api.ts';
import { lifecycleText } from './en.ts';
import { tierChoices } from './model/tiers.ts';
import classes from './rule-fields.module.css';

interface TierPickerProps {
  readonly label: string;
  readonly required: boolean;
  /** '' for none. */
  readonly value: string;
  readonly onChange: (tier: string) => void;
}

/** The tier that a rule moves objects to. One that the rule has already stays a choice. */
export function TierPicker({ label, required, value, onChange }: TierPickerProps) {
  const t = useText(lifecycleText);
  const { data } = useQuery(tiersQuery);
  const tiers = tierChoices(data ?? []).map(({ name, type }) => ({
    value: name,
    label: `${name} (${type})`,
  }));
  const known = value === '' || tiers.some((tier) => tier.value === value);
  return (
    <NativeSelect
      label={label}
      required={required}
      value={value}
      data={[
        { value: '', label: t('fields.chooseTier') },
        ...(known ? [] : [{ value, label: value }]),
        ...tiers,
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Explains why there is no tier to choose; nothing while there is one, or nobody knows yet. */
export function NoTiers() {
  const t = useText(lifecycleText);
  const { data, isPending } = useQuery(tiersQuery);
  if (isPending || tierChoices(data ?? []).length > 0) return null;
  return (
    <div className={classes.none} role="status">
      <strong>{t('fields.noTiers')}</strong>
      <p>
        {t('fields.noTiersHow')} <Code>{t('fields.noTiersCommand')}</Code>
      </p>
    </div>
  );
}
