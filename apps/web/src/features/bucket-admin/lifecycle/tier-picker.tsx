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

/** What other S3 servers often call theirs; each has its own. */
const USUAL_CLASSES = [
  ...['STANDARD_IA', 'ONEZONE_IA', 'INTELLIGENT_TIERING'],
  ...['GLACIER_IR', 'GLACIER', 'DEEP_ARCHIVE'],
];

/** The storage class that a rule moves objects to: a tier of MinIO's, or a name that the server knows. */
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

/** One of the tiers, '' for none. One that the rule has already stays a choice. */
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

/** Explains why there is no tier to choose; nothing while there is one, or nobody knows yet. */
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
