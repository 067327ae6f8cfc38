import type { XmlElement } from '@stowage/storage-wire/xml';
import { parseXml, xmlChildren, xmlText } from '@stowage/storage-wire/xml';
import type { Target } from '../../targets/target.ts';
import { send } from './raw-request.ts';

export interface ListingQuestion {
  readonly prefix?: string;
  readonly delimiter?: string;
  /** Start after this key. */
  readonly after?: string;
}

const MAX_PAGES = 1_000;

/** A listing as specified by S3: keys and common prefixes, each in byte order. */
export interface Listing {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
}

/** Computes the expected listing from all keys of the bucket. */
export function expectedListing(keys: readonly string[], question: ListingQuestion): Listing {
  const { prefix = '', delimiter = '', after = '' } = question;
  const plain: string[] = [];
  const prefixes = new Set<string>();
  for (const key of inByteOrder(keys)) {
    if (!key.startsWith(prefix) || compareBytes(key, after) <= 0) continue;
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    if (end < 0) plain.push(key);
    else prefixes.add(key.slice(0, end + delimiter.length));
  }
  return { keys: plain, prefixes: inByteOrder([...prefixes]) };
}

export function inByteOrder(keys: readonly string[]): string[] {
  return [...keys].sort(compareBytes);
}

export function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** Pages through a listing and checks the invariants of every page. */
export async function walkListing(
  target: Target,
  bucket: string,
  question: ListingQuestion,
  version: 1 | 2,
  pageSize: number,
): Promise<Listing> {
  const keys: string[] = [];
  const prefixes: string[] = [];
  let mark: Record<string, string> = {};
  if (question.after !== undefined) {
    mark = version === 1 ? { marker: question.after } : { 'start-after': question.after };
  }
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await readPage(target, bucket, {
      ...(version === 2 ? { 'list-type': '2' } : {}),
      prefix: question.prefix ?? '',
      ...(question.delimiter === undefined ? {} : { delimiter: question.delimiter }),
      'max-keys': String(pageSize),
      'encoding-type': 'url',
      ...mark,
    });
    checkPage(page, pageSize, version);
    keys.push(...page.keys);
    prefixes.push(...page.prefixes);
    if (!page.truncated) return { keys, prefixes };
    const last = inByteOrder([...page.keys, ...page.prefixes]).at(-1) ?? '';
    mark =
      version === 2
        ? { 'continuation-token': page.nextToken ?? '' }
        : { marker: page.nextMarker ?? last };
  }
  throw new Error('the listing does not come to an end');
}

interface Page {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
  readonly truncated: boolean;
  readonly count: number | undefined;
  readonly nextToken: string | undefined;
  readonly nextMarker: string | undefined;
}

async function readPage(
  target: Target,
  bucket: string,
  query: Readonly<Record<string, string>>,
): Promise<Page> {
  const response = await send(target, { bucket, query });
  if (response.status !== 200) throw new Error(`${response.status} ${response.body.toString()}`);
  const root = parseXml(response.body);
  const count = xmlText(root, 'KeyCount');
  const marker = xmlText(root, 'NextMarker');
  return {
    keys: texts(root, 'Contents', 'Key'),
    prefixes: texts(root, 'CommonPrefixes', 'Prefix'),
    truncated: xmlText(root, 'IsTruncated') === 'true',
    count: count === undefined ? undefined : Number(count),
    nextToken: xmlText(root, 'NextContinuationToken'),
    nextMarker: marker === undefined || marker === '' ? undefined : decode(marker),
  };
}

function texts(root: XmlElement, element: string, field: string): string[] {
  return xmlChildren(root, element).map((child) => decode(xmlText(child, field) ?? ''));
}

/** Decodes encoding-type=url, which encodes spaces as '+' or '%20'. */
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', '%20'));
}

function checkPage(page: Page, pageSize: number, version: 1 | 2): void {
  const entries = page.keys.length + page.prefixes.length;
  if (entries > pageSize) throw new Error(`a page of ${pageSize} has ${entries} entries`);
  if (page.truncated && entries === 0) throw new Error('an empty page says that there is more');
  if (version === 2 && page.count !== entries) throw new Error(`KeyCount is ${page.count}`);
  if (version === 2 && page.truncated && !page.nextToken) throw new Error('no token to go on with');
}
