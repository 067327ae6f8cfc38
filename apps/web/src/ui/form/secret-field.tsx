import { Button, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '../en.ts';
import { SecretInput } from '../secret-input.tsx';
import classes from './field-list.module.css';
import type { SecretValue } from './field-spec.ts';

interface SecretFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly disabled: boolean;
  readonly required?: boolean | undefined;
  readonly error?: ReactNode;
  readonly 'data-path'?: string;
  readonly value: SecretValue;
  readonly onChange: (secret: SecretValue) => void;
}

/** A secret input: the server's secret is never shown, and stays until a new one is entered. */
export function SecretField(props: SecretFieldProps) {
  const { label, description, disabled, error, value, onChange } = props;
  const withAsterisk = props.required === true;
  const t = useText(uiText);
  const { stored, text } = value;
  if (stored && text === undefined) {
    return (
      <Input.Wrapper
        label={label}
        labelElement="div"
        withAsterisk={withAsterisk}
        description={description}
        error={error}
      >
        <div className={classes.secret} data-path={props['data-path']}>
          <span className={classes.grow}>{t('field.secretSet')}</span>
          <Button
            variant="default"
            size="compact-md"
            disabled={disabled}
            aria-label={t('field.changeOf', { label })}
            onClick={() => onChange({ stored, text: '' })}
          >
            {t('field.change')}
          </Button>
        </div>
      </Input.Wrapper>
    );
  }
  return (
    <div className={classes.secret}>
      <SecretInput
        className={classes.grow ?? ''}
        label={label}
        withAsterisk={withAsterisk}
        description={description}
        disabled={disabled}
        error={error}
        data-path={props['data-path']}
        placeholder={stored ? undefined : t('field.secretNotSet')}
        autoComplete="off"
        value={text ?? ''}
        onChange={(event) => onChange({ stored, text: event.currentTarget.value })}
      />
      {stored && (
        <Button variant="default" size="compact-md" onClick={() => onChange({ stored })}>
          {t('field.keep')}
        </Button>
      )}
    </div>
  );
}
