import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What axe found serious or critical on the page as it stands, one line for each element. */
async function seriousFindings(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 200)} (${node.failureSummary})`),
    );
}

/** How many pixels the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Waits until nothing moves: contrast is measured on the colours at the end of a transition. */
async function settled(page: Page) {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => one))),
  );
}

/** The page can be used by everybody: axe finds nothing serious, and nothing sticks out sideways. */
export async function expectAccessible(page: Page, screen: string) {
  await settled(page);
  expect(await seriousFindings(page), `axe on ${screen}`).toEqual([]);
  expect(await overflow(page), `sideways overflow of ${screen}`).toBe(0);
}
