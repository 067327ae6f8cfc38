import { API_PREFIX, type Endpoint } from '@stowage/contract/endpoint';
import { STREAM_PREFIX, type StreamEndpoint } from '@stowage/contract/stream';
import { basePath } from './base-path.ts';

type Values = Readonly<Record<string, unknown>>;

function fillPath(path: string, params: Values): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** Returns a query string, in which a list becomes repeated parameters of the same name. */
function queryString(query: Values): string {
  const entries = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

/** The values an address is filled in with. */
export interface UrlInput {
  readonly params?: Values;
  readonly query?: Values;
}

function below(prefix: string, path: string, { params = {}, query = {} }: UrlInput): string {
  const full = `${basePath()}/${prefix}/${fillPath(path, params)}`;
  return full.replace(/\/{2,}/g, '/') + queryString(query);
}

/**
 * Returns an endpoint's address below the page's base path, with its path parameters and query
 * filled in; double slashes in the path are collapsed.
 */
export function endpointUrl({ path }: Pick<Endpoint, 'path'>, input: UrlInput = {}): string {
  return below(API_PREFIX, path, input);
}

/** Returns the WebSocket address of a stream: on the page's host, and encrypted if the page is. */
export function streamUrl({ path }: Pick<StreamEndpoint, 'path'>, input: UrlInput = {}): string {
  const { protocol, host } = globalThis.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${below(STREAM_PREFIX, path, input)}`;
}
