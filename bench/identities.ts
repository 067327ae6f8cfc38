/**
 * The screens of users, groups and policies in headless Chromium, with very many of them in an
 * embedded store: time from opening the address to the first rows, from the last keystroke of a
 * search to the matching row, and the heap.
 */
import { createAdminClient } from '@stowage/storage-client/admin';
import { writeIamArchive } from '@stowage/storage-wire/iam-archive';
import type { Page } from 'playwright-core';
import { heapOf, openConsole, startBrowser } from './browser.ts';
import { type Server, startConsole } from './servers.ts';
import type { Row } from './table.ts';

const USERS = Number(process.env.BENCH_USERS ?? '10000');
const POLICIES = Number(process.env.BENCH_POLICIES ?? '1000');
const GROUPS = 100;
const none = new Map<string, Record<string, unknown>>();

const userName = (n: number) => `user-${String(n).padStart(5, '0')}`;
const policyName = (n: number) => `policy-${String(n).padStart(4, '0')}`;
const groupName = (n: number) => `group-${String(n).padStart(3, '0')}`;

function many<Entry>(
  count: number,
  name: (n: number) => string,
  entry: (n: number) => Entry,
): Map<string, Entry> {
  return new Map(Array.from({ length: count }, (_, n) => [name(n), entry(n)]));
}

/** Imports users in groups with policies. */
async function fill(storage: Server): Promise<void> {
  const options = { endpoint: storage.endpoint, region: 'us-east-1', credentials: storage };
  const archive = writeIamArchive({
    policies: many(POLICIES, policyName, (n) => ({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::bucket-${n}/*`] },
      ],
    })),
    users: many(USERS, userName, (n) => ({ secretKey: `secret-of-${n}`, status: 'enabled' })),
    groups: many(GROUPS, groupName, (n) => ({
      version: 1,
      status: 'enabled',
      members: Array.from({ length: USERS / GROUPS }, (_, at) => userName(at * GROUPS + n)),
    })),
    userPolicies: many(USERS, userName, (n) => ({ version: 1, policy: policyName(n % POLICIES) })),
    groupPolicies: none,
    serviceAccounts: none,
    stsPolicies: none,
  });
  const made = (await createAdminClient(options).importIam({ archive })) ?? [];
  const refused = made.filter(({ outcome }) => outcome === 'failed' || outcome === 'skipped');
  if (refused.length > 0) throw new Error(`not imported: ${JSON.stringify(refused[0])}`);
}

interface List {
  readonly what: string;
  readonly path: string;
  readonly search: string;
  readonly first: string;
  /** The search term, which matches the end of the list. */
  readonly last: string;
}

const LISTS: readonly List[] = [
  {
    what: `${USERS} users`,
    path: '/users',
    search: 'Search Users',
    first: userName(0),
    last: userName(USERS - 1),
  },
  {
    what: `${POLICIES} policies`,
    path: '/policies',
    search: 'Search Policies',
    first: policyName(0),
    last: policyName(POLICIES - 20),
  },
  {
    what: `access keys of ${USERS} users`,
    path: '/tools/access-keys',
    search: 'Search Access Keys',
    first: userName(0),
    last: userName(USERS - 1),
  },
  {
    what: `a policy’s ${USERS / POLICIES} users`,
    path: `/policies/${policyName(7)}?section=users`,
    search: 'Search Users',
    first: userName(7),
    last: userName(USERS - POLICIES + 7),
  },
];

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first();

/**
 * Types one letter at a time; returns the slowest frame meanwhile, and the time from the last
 * letter to the remaining row.
 */
async function measureTyping(page: Page, { search, first, last }: List) {
  const box = page.getByRole('searchbox', { name: search });
  await box.click();
  await page.evaluate(() => {
    let before = performance.now();
    const watch = { longest: 0 };
    Object.assign(window, { watch });
    const frame = (now: number) => {
      watch.longest = Math.max(watch.longest, now - before);
      before = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await page.keyboard.type(last.slice(0, -1));
  const begin = performance.now();
  await page.keyboard.type(last.slice(-1));
  await rowOf(page, first).waitFor({ state: 'detached' });
  await rowOf(page, last).waitFor();
  const found = performance.now() - begin;
  const longest = await page.evaluate(() => Number(Reflect.get(window, 'watch').longest));
  return { found, longest };
}

async function measureList(page: Page, console: Server, list: List): Promise<Row> {
  const session = await page.context().newCDPSession(page);
  const address = console.endpoint + list.path;
  // One warm-up run, so that the list is measured rather than the loading of the app.
  await page.goto(address);
  await rowOf(page, list.first).waitFor();
  await page.goto('about:blank');
  const begin = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await rowOf(page, list.first).waitFor();
  const opened = performance.now() - begin;
  const heap = await heapOf(session);
  const { found, longest } = await measureTyping(page, list);
  const after = await heapOf(session);
  await session.detach();
  return [list.what, opened, found, longest, heap / 1024 / 1024, after / 1024 / 1024];
}

export const IDENTITY_COLUMNS = [
  'list',
  'first rows (ms)',
  'last letter to its row (ms)',
  'longest frame while typing (ms)',
  'heap at first (MiB)',
  'heap after the search (MiB)',
];

/** Measures each list: first rows, typing in the search, and heap. */
export async function identities(servers: readonly Server[]): Promise<Row[]> {
  const storage = servers.find(({ name }) => name.startsWith('embedded'));
  if (storage === undefined) return [];
  await fill(storage);
  const console = await startConsole(storage);
  const browser = await startBrowser();
  try {
    const page = await openConsole(browser, console, storage);
    const rows: Row[] = [];
    for (const list of LISTS) rows.push(await measureList(page, console, list));
    return rows;
  } finally {
    await browser.close();
    await console.stop();
  }
}
