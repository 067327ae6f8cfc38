import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from './en.ts';

/** An input of a secret; its button shows what was typed. */
export function SecretInput(props: PasswordInputProps) {
  const t = useText(uiText);
  return (
    <PasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }} />
  );
}
