import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from './en.ts';

interface SchemeToggleProps {
  /** Its look on a background other than the page's. */
  readonly className?: string | undefined;
}

/** Switches between the light and dark scheme; the choice is stored in the browser. */
export function SchemeToggle({ className }: SchemeToggleProps) {
  const t = useText(uiText);
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme();
  const dark = scheme === 'dark';
  return (
    <ActionIcon
      size={34}
      {...(className !== undefined && { className, variant: 'transparent' })}
      aria-label={dark ? t('useLight') : t('useDark')}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun size={18} stroke={1.6} /> : <IconMoon size={18} stroke={1.6} />}
    </ActionIcon>
  );
}
