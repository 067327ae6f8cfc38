import { NativeSelect, type NativeSelectProps, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useSession } from '#web/entities/session/session.ts';
import { tiersQuery } from '#web/entities/tier/tiers-query.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { NothingToChoose } from '../components/nothing-to-choose.tsx';
import { lifecycleText } from './en.ts';
import { tierChoices } from './model/tiers.ts';

type StorageClassProps = GetInputPropsReturnType & {
  readonly label: ReactNode;
  readonly required: boolean;
};

/** Common names on other S3 servers; each has its own. */
const USUAL_CLASSES = [
  ...['STANDARD_IA', 'ONEZONE_IA', 'INTELLIGENT_TIERING'],
  ...['GLACIER_IR', 'GLACIER', 'DEEP_ARCHIVE'],
];

/** The storage class that a rule moves objects to: a MinIO tier, or a name the server knows. */
export function StorageClassField(props: StorageClassProps) {
  const { capabilities } = useSession();
  return capabilities.admin ? <TierPicker {...props} /> : <TypedClass {...props} />;
}

function TypedClass(props: StorageClassProps) {
  const id = useId();
  return (
    <>
      <TextInput {...props} list={id} autoComplete="off" spellCheck={false} />
      <datalist id={id}>
        {USUAL_CLASSES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** One of the tiers, '' for none. The rule's existing tier remains available. */
function TierPicker(props: NativeSelectProps) {
  const t = useText(lifecycleText);
  const { data } = useQuery(tiersQuery);
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

/** Explains why there are no tiers; nothing if there are any or while they are unknown. */
export function NoTiers() {
  const t = useText(lifecycleText);
  const { capabilities } = useSession();
  const { data, isPending } = useQuery({ ...tiersQuery, enabled: capabilities.admin });
  if (isPending || tierChoices(data ?? []).length > 0) return null;
  return (
    <NothingToChoose title={t('fields.noTiers')} page="addTier" link={t('fields.addTier')}>
      {t('fields.noTiersHow')}
    </NothingToChoose>
  );
}
