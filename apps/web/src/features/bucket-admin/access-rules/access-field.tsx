import { Radio, type RadioGroupProps } from '@mantine/core';
import { ACCESS_LEVELS } from '@stowage/contract/bucket-admin/access';
import { useText } from '#web/lib/i18n/messages.ts';
import classes from './access-field.module.css';
import { accessRulesText } from './en.ts';

/** What a rule grants to anonymous users. */
export function AccessField(props: Omit<RadioGroupProps, 'children'>) {
  const t = useText(accessRulesText);
  return (
    <Radio.Group label={t('field.access')} {...props}>
      <div className={classes.levels}>
        {ACCESS_LEVELS.map((level) => (
          <Radio key={level} value={level} label={level} description={t(`level.${level}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}
