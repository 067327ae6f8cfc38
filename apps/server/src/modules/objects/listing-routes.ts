import type { HandlerInput } from '@stowage/contract/endpoint';
import * as contract from '@stowage/contract/objects';
import type { ObjectFilter } from '@stowage/domain/object-filter';
import { ConsoleError } from '../../console-error.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import { checkBucket, checkPrefix } from '../../storage-names.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { fromWireText } from '../../wire-text.ts';
import { listObjects, type ObjectPage } from './list-objects.ts';

const PAGE = 1000;

type Query = HandlerInput<typeof contract.rewindObjects>['query'];

/** Lists folders, current or at a past time, and searches them. */
export function objectListingRoutes(storage: StorageAccess): RouteModule {
  return ({ serve }) => {
    serve(contract.listObjects, async ({ session, params, query, signal }) => {
      const withVersions = query.with_versions === 'true';
      const page = await listObjects(storage.clientsOf(session).s3, {
        bucket: checkBucket(params.bucket),
        ...listingOf(query),
        withVersions,
        withMetadata: query.with_metadata === 'true',
        at: query.with_deleted === 'true' && !withVersions ? Infinity : undefined,
        signal,
      });
      return presentPage(page);
    });

    serve(contract.rewindObjects, async ({ session, params, query, signal }) => {
      const page = await listObjects(storage.clientsOf(session).s3, {
        bucket: checkBucket(params.bucket),
        ...listingOf(query),
        withVersions: false,
        withMetadata: false,
        at: Date.parse(params.date),
        signal,
      });
      return presentPage(page);
    });
  };
}

function presentPage({ objects, ...page }: ObjectPage) {
  return { ...page, objects: objects.length === 0 ? null : objects, total: objects.length };
}

function listingOf(query: Query) {
  const prefix = checkPrefix(fromWireText(query.prefix ?? ''), 'prefix');
  return {
    prefix,
    start: startIn(prefix, query.start),
    recursive: query.recursive === 'true',
    filter: filterOf(query),
    cursor: query.cursor,
    limit: query.limit ?? PAGE,
  };
}

function startIn(prefix: string, text: string | undefined): string | undefined {
  const start = checkPrefix(fromWireText(text ?? ''), 'start');
  if (start === '' || start === prefix) return undefined;
  if (start.startsWith(prefix)) return start;
  throw new ConsoleError('InvalidInput', {
    field: 'start',
    detail: "'start' does not lie below the prefix.",
  });
}

/** The search filter; undefined to list everything. */
function filterOf(query: Query): ObjectFilter | undefined {
  const { search, min_size, max_size, modified_after, modified_before } = query;
  const bounds = [min_size, max_size, modified_after, modified_before];
  if (!search && bounds.every((bound) => bound === undefined)) return undefined;
  return {
    name: search,
    minSize: min_size,
    maxSize: max_size,
    modifiedAfter: instantOf(modified_after),
    modifiedBefore: instantOf(modified_before),
  };
}

function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
