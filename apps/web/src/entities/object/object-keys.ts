/** Cache keys of the server data about objects. */
export const objectKeys = {
  /** Every listing and object of a bucket. */
  bucket: (bucket: string) => ['objects', bucket] as const,
  /** `view` is how the folder is listed: a search, a point in time, deleted objects. */
  folder: (bucket: string, folder: string, view: string) =>
    ['objects', bucket, 'folder', folder, view] as const,
  object: (bucket: string, key: string) => ['objects', bucket, 'object', key] as const,
  /** Everything about an object, or about one of its versions. */
  detail: (bucket: string, key: string, version: string) =>
    ['objects', bucket, 'detail', key, version] as const,
  versions: (bucket: string, key: string, search: string, until: string) =>
    ['objects', bucket, 'versions', key, search, until] as const,
};
