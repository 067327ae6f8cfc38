import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ActionBar, type BarAction } from './action-bar.tsx';

/** Each action is 100 pixels wide, as is the menu, in a bar of this width. */
function barOf(room: number) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(room);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 100, 34),
  );
}

const done: string[] = [];
const action = (id: string, more: Partial<BarAction> = {}): BarAction => ({
  ...{ id, label: id, icon: null, onSelect: () => done.push(id) },
  ...more,
});
const three = [action('one'), action('two'), action('three')];

const shown = () => screen.queryAllByRole('button').map((button) => button.textContent);
const openMenu = async (actions: readonly BarAction[]) => {
  const { user } = await renderScreen(<ActionBar actions={actions} menu="More" />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('menu');
  const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
  return { user, items };
};

describe('the actions of a bar', () => {
  it('stand in it where they have room, without a menu', async () => {
    barOf(300);
    await renderScreen(<ActionBar actions={three} menu="More" />);
    expect(shown()).toEqual(['one', 'two', 'three']);
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });

  it('go into a menu where they have none', async () => {
    barOf(299);
    const { user, items } = await openMenu(three);
    expect(items).toEqual(['two', 'three']);
    await user.click(screen.getByRole('menuitem', { name: 'three' }));
    expect(done).toEqual(['three']);
  });

  it('are all in the menu of a bar that has room for nothing else', async () => {
    barOf(40);
    const { items } = await openMenu(three);
    expect(items).toEqual(['one', 'two', 'three']);
  });

  it('can be in the menu whatever room there is, and say there why they are refused', async () => {
    barOf(1000);
    const { items } = await openMenu([
      action('one'),
      action('two', { inMenu: true, refusal: 'Not now.' }),
    ]);
    expect(shown()).toContain('one');
    expect(items).toEqual(['twoNot now.']);
  });
});
