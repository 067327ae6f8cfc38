import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { translations } from '#web/lib/i18n/messages.ts';
import { styleNonce } from '#web/lib/style-nonce.ts';
import { cssVariables, theme } from './theme.ts';

interface ProvidersProps {
  readonly queryClient: QueryClient;
  /** 'test' disables motion. */
  readonly env?: 'default' | 'test';
  readonly children: ReactNode;
}

const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' });

/** The context of every screen: theme, translations, server data. */
export function Providers({ queryClient, env = 'default', children }: ProvidersProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
      env={env}
    >
      <I18nextProvider i18n={translations()}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </I18nextProvider>
    </MantineProvider>
  );
}
