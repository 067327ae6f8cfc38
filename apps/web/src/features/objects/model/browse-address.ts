import { baseName } from '@stowage/domain/object-key';

/**
 * Addresses of the object browser carry the key itself, percent-encoded and as
 * readable as an address allows (decision 27). Two things need care: a browser
 * resolves '.' and '..' segments even when they are encoded, and the router
 * folds '//' into '/'. Where a segment would be empty, '.' or '..', the slash
 * beside it is written %2F, so that it is part of a longer segment and stays.
 */
const readable = /%(?:3A|40|2C|3B|3D|2B|26)/g;

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(readable, (code) => decodeURIComponent(code));
}

function isFolded(segment: string | undefined): boolean {
  return segment === '' || segment === '.' || segment === '..';
}

/** A key that is '.' or '..' and nothing else has no slash to lean on; this mark stands before it. */
const dotMark = '%00';

/** The part of an address that stands for a key or, with '/' at its end, for a folder. */
export function encodeKey(key: string): string {
  if (key === '.' || key === '..') return dotMark + key;
  const segments = key.split('/');
  const last = segments.length - 1;
  return segments.reduce((path, segment, index) => {
    if (index === 0) return encodeSegment(segment);
    const closesFolder = index === last && segment === '';
    const folded = isFolded(segments[index - 1]) || (isFolded(segment) && !closesFolder);
    return `${path}${folded ? '%2F' : '/'}${encodeSegment(segment)}`;
  }, '');
}

/** The key that an address part stands for; undefined when the part is not valid percent-encoding. */
export function decodeKey(path: string): string | undefined {
  try {
    const key = decodeURIComponent(path);
    return key === '\0.' || key === '\0..' ? key.slice(1) : key;
  } catch {
    return undefined;
  }
}

/** The address of a key or folder in the browser of a bucket, below the console's base path. */
export function browseHref(bucket: string, key = ''): string {
  const root = `/buckets/${encodeURIComponent(bucket)}/browse`;
  return key === '' ? root : `${root}/${encodeKey(key)}`;
}

/** Where an address of the object browser points to. */
export interface BrowsePlace {
  readonly bucket: string;
  /** The key or folder; '' is the top of the bucket. */
  readonly key: string;
}

/** The bucket and key of a page's path below the base path; undefined if it is no browser address. */
export function parseBrowsePath(path: string): BrowsePlace | undefined {
  const match = /^\/buckets\/([^/]+)\/browse(?:\/(.*))?$/s.exec(path);
  const bucket = decodeKey(match?.[1] ?? '');
  const key = decodeKey(match?.[2] ?? '');
  if (!bucket || key === undefined) return undefined;
  return { bucket, key };
}

/** The name that a key or folder is shown by; a folder without a name is shown as '/'. */
export function shownName(key: string): string {
  return baseName(key) || '/';
}

export interface Crumb {
  readonly name: string;
  /** The folder's key, with '/' at its end. */
  readonly key: string;
}

/** The folders from the top of the bucket down to a folder, in order; none for the top itself. */
export function crumbs(folder: string): readonly Crumb[] {
  const found: Crumb[] = [];
  for (let end = folder.indexOf('/'); end !== -1; end = folder.indexOf('/', end + 1)) {
    const key = folder.slice(0, end + 1);
    found.push({ name: shownName(key), key });
  }
  return found;
}
