import { Code, NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/entities/session/session.ts';
import { tiersQuery } from '#web/entities/tier/tiers-query.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { lifecycleText } from './en.ts';
import { tierChoices } from './model/tiers.ts';
import classes from './rule-fields.module.css';

/** Tiers belong to MinIO's own servers. */
function useTiers() {
  const { capabilities } = useSession();
  return useQuery({ ...tiersQuery, enabled: capabilities.admin });
}

/** The tier that a rule moves objects to, '' for none. One that the rule has already stays a choice. */
export function TierPicker(props: NativeSelectProps) {
  const t = useText(lifecycleText);
  const { data } = useTiers();
  const value = String(props.value ?? '');
  const tiers = tierChoices(data ?? []).map(({ name, type }) => ({
    value: name,
    label: `${name} (${type})`,
  }));
  const known = value === '' || tiers.some((tier) => tier.value === value);
  return (
    <NativeSelect
      {...props}
      data={[
        { value: '', label: t('fields.chooseTier') },
        ...(known ? [] : [{ value, label: value }]),
        ...tiers,
      ]}
    />
  );
}

/** Explains why there is no tier to choose; nothing while there is one, or nobody knows yet. */
export function NoTiers() {
  const t = useText(lifecycleText);
  const { data, isPending } = useTiers();
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
