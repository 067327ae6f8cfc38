/**
 * The object browser in headless Chromium: a folder of many objects, from the first rows to its
 * end. The whole table scrolls with the page, so the benchmark acts like a user who holds the End
 * key.
 */
import { createS3Client } from '@stowage/storage-client/s3';
import type { Page } from 'playwright-core';
import { heapOf, openConsole, startBrowser } from './browser.ts';
import { type Server, startConsole } from './servers.ts';
import type { Row } from './table.ts';

const COUNTS = (process.env.BENCH_OBJECTS ?? '1000,100000').split(',').map(Number);
/** Only the embedded store is measured with a million: creating them on MinIO takes an hour. */
const COUNTS_EMBEDDED = process.env.BENCH_OBJECTS ? [] : [1_000_000];
const AT_ONCE = 64;

const bucketOf = (count: number) => `bench-folder-${count}`;
const nameOf = (n: number) => `object-${String(n).padStart(7, '0')}.txt`;

async function fill(storage: Server, count: number): Promise<void> {
  const options = { endpoint: storage.endpoint, region: 'us-east-1', credentials: storage };
  const s3 = createS3Client(options);
  const bucket = bucketOf(count);
  const body = Buffer.from('sixteen bytes...');
  await s3.makeBucket({ bucket });
  let next = 0;
  const work = async () => {
    for (let n = next++; n < count; n = next++) {
      await s3.putObject({ bucket, key: `folder/${nameOf(n)}`, size: body.length, body });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Scrolls as more rows arrive until the last one is shown; returns the milliseconds. */
function scrollToEnd(page: Page, last: string): Promise<number> {
  return page.evaluate(async (name) => {
    const begin = performance.now();
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isThere = () =>
      [...document.querySelectorAll('[role="grid"] [data-index]')].some((row) =>
        row.textContent?.includes(name),
      );
    while (!isThere()) {
      window.scrollTo(0, document.documentElement.scrollHeight);
      await frame();
    }
    return performance.now() - begin;
  }, last);
}

async function measureFolder(page: Page, console: Server, count: number): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const address = `${console.endpoint}/buckets/${bucketOf(count)}/browse/folder/`;
  const firstRow = page.getByRole('row').filter({ hasText: nameOf(0) });
  // One warm-up run, so that the folder is measured rather than the loading of the app.
  await page.goto(address);
  await firstRow.waitFor();
  await page.goto('about:blank');
  const begin = performance.now();
  await page.goto(address);
  await firstRow.waitFor();
  const first = performance.now() - begin;
  const heapFirst = await heapOf(session);
  const end = await scrollToEnd(page, nameOf(count - 1));
  const heapEnd = await heapOf(session);
  await session.detach();
  return [first, end / 1000, heapFirst / 1024 / 1024, heapEnd / 1024 / 1024];
}

/**
 * Measures each storage server and folder size: ms to the first rows, s to the end, MiB of heap at
 * both.
 */
export async function objectBrowser(servers: readonly Server[]): Promise<Row[]> {
  const rows: Row[] = [];
  const browser = await startBrowser();
  for (const storage of servers) {
    const console = await startConsole(storage);
    const page = await openConsole(browser, console, storage);
    const counts = storage.name.startsWith('embedded') ? [...COUNTS, ...COUNTS_EMBEDDED] : COUNTS;
    for (const count of counts) {
      await fill(storage, count);
      rows.push([storage.name, count, ...(await measureFolder(page, console, count))]);
    }
    await page.close();
    await console.stop();
  }
  await browser.close();
  return rows;
}
