import { PAGES } from '@stowage/contract/pages';
import type { LocationRewrite } from '@tanstack/react-router';

/**
 * Addresses that end in a path of any shape (/buckets/:bucketName/browse/*,
 * /users/:userName+). The router decodes and tidies paths, which would change
 * object names; so inside the router such a tail is one opaque segment, and the
 * address bar keeps the readable form.
 */
const tails = PAGES.map((page) => /^(.+\/)(?:\*|:\w+\+)$/.exec(page.pattern)?.[1])
  .filter((head) => head !== undefined)
  // Below a bucket the browser's own pattern says where the tail begins.
  .filter((head) => head !== '/buckets/')
  .map((head) => new RegExp(`^(${head.replace(/:\w+/g, '[^/]+')})(.+)$`));

function packTail(tail: string): string {
  return Array.from(new TextEncoder().encode(tail), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function unpackTail(packed: string): string {
  const bytes = (packed.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function rewritePath(pathname: string, change: (tail: string) => string): string {
  for (const pattern of tails) {
    const match = pattern.exec(pathname);
    if (match) return `${match[1]}${change(match[2] ?? '')}`;
  }
  return pathname;
}

/** Packs the tail of an address on its way into the router and unpacks it on the way out. */
export const subpathRewrite: LocationRewrite = {
  input: ({ url }) => {
    url.pathname = rewritePath(url.pathname, packTail);
    return url;
  },
  output: ({ url }) => {
    url.pathname = rewritePath(url.pathname, unpackTail);
    return url;
  },
};
