import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Serious and critical findings of axe on the current page, one line per element. */
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

/** Returns the number of pixels by which the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Waits for animations to finish: contrast is measured on the final colours. */
async function settled(page: Page) {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => one))),
  );
}

/** Checks that the page is accessible: no serious findings by axe and no horizontal overflow. */
export async function expectAccessible(page: Page, screen: string) {
  await settled(page);
  expect(await seriousFindings(page), `axe on ${screen}`).toEqual([]);
  expect(await overflow(page), `sideways overflow of ${screen}`).toBe(0);
}
