import { PAGES } from '@stowage/contract/pages';
import { describe, expect, it } from 'vitest';
import { SCREENS } from './screens.ts';

describe('the route table', () => {
  it('has a screen for every page that is ready, and for no other', () => {
    const ready = PAGES.filter((page) => page.ready).map((page) => page.pattern);
    expect(Object.keys(SCREENS).sort()).toEqual(ready.sort());
  });

  it.each(Object.entries(SCREENS))('can load the screen of %s', async (_, screen) => {
    if ('preload' in screen) await screen.preload?.();
    expect(screen).toBeTypeOf('function');
  });
});
