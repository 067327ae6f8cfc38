import '@mantine/core/styles.css';
import './fonts.css';
import './global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { changeLanguage, offerLanguages, preferredLanguage } from '#web/lib/i18n/languages.ts';
import { needNoNetwork } from '#web/lib/query-client/online.ts';
import { App, createApp } from './app.tsx';
import { languages } from './languages.ts';
import { shareStyleNonce } from './nonce.ts';
import { loadRestoredPageAnew } from './restored-page.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('the page has no #root element');

shareStyleNonce();
loadRestoredPageAnew();
needNoNetwork(window.location);
offerLanguages(languages);
const root = createRoot(container);
// If a language fails to load, the page stays in English.
void changeLanguage(preferredLanguage())
  .catch(() => undefined)
  .then(() =>
    root.render(
      <StrictMode>
        <App app={createApp()} />
      </StrictMode>,
    ),
  );
