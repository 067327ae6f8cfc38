import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { resetClientState } from '#web/lib/client-state/client-state.ts';
import './matchers.ts';
import { takeProblems } from './fake-server.ts';

/** jsdom has no layout: these stubs provide what the component library needs from a browser. */
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Everything on a page is visible. */
class AllOnScreen implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
  }
  observe(target: Element): void {
    const entry = { target, isIntersecting: true };
    this.#tell([entry as IntersectionObserverEntry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

function matchMedia(query: string): MediaQueryList {
  return Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
}

// The whole page of the failing element is less helpful than the sentence above it.
configure({
  getElementError: (message) => new Error(message?.split('\n')[0] ?? ''),
  // Allows for slow machines.
  asyncUtilTimeout: 20_000,
});

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoResizeObserver);
  vi.stubGlobal('IntersectionObserver', AllOnScreen);
  vi.stubGlobal('matchMedia', matchMedia);
  Object.assign(globalThis.HTMLElement.prototype, { scrollIntoView: () => {} });
  Object.assign(globalThis, { scrollTo: () => {} });
  localStorage.clear();
  sessionStorage.clear();
  globalThis.history.replaceState(null, '', '/');
  resetClientState();
});

afterEach(() => {
  cleanup();
  expect(takeProblems(), 'calls against the contract').toEqual([]);
});
