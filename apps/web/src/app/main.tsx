import '@mantine/core/styles.css';
import './fonts.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#web/lib/query-client/query-client.ts';
import { Providers } from './providers.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('the page has no #root element');

createRoot(container).render(
  <StrictMode>
    <Providers queryClient={createQueryClient()}>{null}</Providers>
  </StrictMode>,
);
