import '@mantine/core/styles.css';
import './fonts.css';
import './global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, createApp } from './app.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('the page has no #root element');

createRoot(container).render(
  <StrictMode>
    <App app={createApp()} />
  </StrictMode>,
);
