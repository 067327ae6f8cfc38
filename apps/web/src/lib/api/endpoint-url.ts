import type { Endpoint } from '@stowage/contract/endpoint';
import { basePath } from './base-path.ts';

const apiRoot = '/api/v1';

type Values = Readonly<Record<string, unknown>>;

function fillPath(path: string, params: Values): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function queryString(query: Values): string {
  const entries = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

/**
 * The address of an endpoint below the page's base path, with its path
 * parameters and query filled in; double slashes of the path collapse.
 */
export function endpointUrl(
  endpoint: Pick<Endpoint, 'path'>,
  input: { readonly params?: Values; readonly query?: Values } = {},
): string {
  const path = `${basePath()}/${apiRoot}/${fillPath(endpoint.path, input.params ?? {})}`;
  return path.replace(/\/{2,}/g, '/') + queryString(input.query ?? {});
}
