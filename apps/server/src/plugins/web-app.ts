import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleError } from '../console-error.ts';
import { mountOf } from './mount.ts';
import { pagePolicy } from './security-headers.ts';

const ASSETS = '/assets/';
const YEAR_SECONDS = 31_536_000;

export interface WebAppOptions {
  /** The directory of the built web app. */
  readonly webRoot: string;
  /** The public origin of the storage server at a mount, if it has one. */
  readonly storageOrigin: (mount: string) => string | undefined;
}

/**
 * Serves the built web app: hashed assets with permanent caching, precompressed by the build, and
 * index.html for every path that is neither a file nor part of the API.
 */
export async function webApp(
  app: FastifyInstance,
  { webRoot, storageOrigin }: WebAppOptions,
): Promise<void> {
  const page = pageReader(join(webRoot, 'index.html'));
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    decorateReply: false,
    suppressWarning: true,
    allowedPath: (path) => !/^\/?index\.html$/.test(path),
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(webRoot, ASSETS));
      const age = hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600';
      reply.header('cache-control', age);
    },
  });

  // Before the body is read, since the body of a request without a route may arrive arbitrarily
  // slowly.
  app.addHook('onRequest', async (request) => {
    if (request.is404 && !isPage(request)) throw new ConsoleError('NotFound');
  });
  app.setNotFoundHandler(async (request, reply) => {
    // A file that existed at start and has been removed.
    if (!isPage(request)) throw new ConsoleError('NotFound');
    const template = await page();
    const mount = mountOf(request.raw);
    return sendPage(reply, { template, mount, storage: storageOrigin(mount) });
  });
}

/**
 * The URL used for routing. A page whose URL is not valid percent-encoding is routed like any
 * other, so that the web app can report that it does not exist; the browser keeps the URL.
 */
export function routableUrl(url: string): string {
  return isPageUrl(url) && !isDecodable(url) ? '/' : url;
}

/** A socket without a handler is not a page either. */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  const reading = (method === 'GET' || method === 'HEAD') && headers.upgrade === undefined;
  return reading && isPageUrl(url);
}

function isPageUrl(url: string): boolean {
  const path = pathOf(url);
  return path !== '/api' && !path.startsWith('/api/') && !path.startsWith(ASSETS);
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(pathOf(url));
    return true;
  } catch {
    return false;
  }
}

function pathOf(url: string): string {
  const [path = ''] = url.split('?');
  return path;
}

/** Reads the page once; the file changes only with a new build, which requires a restart. */
function pageReader(file: string): () => Promise<string> {
  let page: Promise<string> | undefined;
  return async () => {
    page ??= readFile(file, 'utf8');
    try {
      return await page;
    } catch (cause) {
      page = undefined;
      throw new ConsoleError('NotFound', { detail: 'The web app has not been built.', cause });
    }
  };
}

interface Page {
  readonly template: string;
  readonly mount: string;
  readonly storage: string | undefined;
}

function sendPage(reply: FastifyReply, { template, mount, storage }: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const html = template.replaceAll('__BASE__', () => mount).replaceAll('__NONCE__', () => nonce);
  return reply
    .code(200)
    .header('content-security-policy', pagePolicy(nonce, storage))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}
