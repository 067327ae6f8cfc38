import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from './en.ts';

interface SecretInputProps extends Omit<PasswordInputProps, 'visibilityToggleButtonProps'> {
  /** What the button is called that shows what was typed; 'Show password' unless it is none. */
  readonly showLabel?: string;
}

/** An input of a secret; its button shows what was typed. */
export function SecretInput({ showLabel, ...props }: SecretInputProps) {
  const t = useText(uiText);
  return (
    <PasswordInput
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': showLabel ?? t('showPassword') }}
    />
  );
}
