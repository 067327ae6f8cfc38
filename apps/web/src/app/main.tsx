import './schema-mode.ts';
import '@mantine/core/styles.css';
import './fonts.css';
import './global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, createApp } from './app.tsx';
import { shareStyleNonce } from './nonce.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('the page has no #root element');

shareStyleNonce();
createRoot(container).render(
  <StrictMode>
    <App app={createApp()} />
  </StrictMode>,
);
