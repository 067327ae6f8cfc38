import { Radio } from '@mantine/core';
import { ACCESS_LEVELS, type AccessLevel } from '@stowage/contract/bucket-admin/access';
import { useText } from '#web/lib/i18n/messages.ts';
import classes from './access-field.module.css';
import { accessRulesText } from './en.ts';

interface AccessFieldProps {
  readonly access: AccessLevel;
  readonly onChange: (access: AccessLevel) => void;
}

/** What a rule gives to anonymous users. */
export function AccessField({ access, onChange }: AccessFieldProps) {
  const t = useText(accessRulesText);
  return (
    <Radio.Group
      label={t('field.access')}
      value={access}
      onChange={(value) => onChange(ACCESS_LEVELS.find((level) => level === value) ?? access)}
    >
      <div className={classes.levels}>
        {ACCESS_LEVELS.map((level) => (
          <Radio key={level} value={level} label={level} description={t(`level.${level}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}
