import { describe, expect, it } from 'vitest';
import { SCREENS } from './screens.ts';

describe('the screens', () => {
  it.each(Object.entries(SCREENS))('hold %s, which can be loaded', async (_, screen) => {
    const component = await screen.load();
    expect(component).toBeTypeOf('function');
    expect(screen.loaded()).toBe(component);
  });
});
