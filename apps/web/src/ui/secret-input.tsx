import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from './en.ts';

interface SecretInputProps extends Omit<PasswordInputProps, 'visibilityToggleButtonProps'> {
  /** Label of the button that reveals the input; 'Show password' if omitted. */
  readonly showLabel?: string;
}

/** An input for a secret, with a button to reveal it. */
export function SecretInput({ showLabel, ...props }: SecretInputProps) {
  const t = useText(uiText);
  return (
    <PasswordInput
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': showLabel ?? t('showPassword') }}
    />
  );
}
