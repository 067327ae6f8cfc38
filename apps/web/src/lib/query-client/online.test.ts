import { onlineManager } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { needNoNetwork } from './online.ts';

it.each([
  ['console.example.net', false],
  ['127.0.0.1', true],
])('takes a console at %s for reachable without a network: %s', (hostname, reachable) => {
  onTestFinished(() => onlineManager.setOnline(true));
  needNoNetwork({ hostname });
  onTestFinished(onlineManager.subscribe(() => {}));
  window.dispatchEvent(new Event('offline'));
  expect(onlineManager.isOnline()).toBe(reachable);
});
