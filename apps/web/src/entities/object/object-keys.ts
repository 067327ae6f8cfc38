/** Keys of what is known about objects in the cache of server data. */
export const objectKeys = {
  /** Every listing and object of a bucket. */
  bucket: (bucket: string) => ['objects', bucket] as const,
  /** `view` is what is listed of the folder: a search, a time, what was deleted. */
  folder: (bucket: string, folder: string, view: string) =>
    ['objects', bucket, 'folder', folder, view] as const,
  object: (bucket: string, key: string) => ['objects', bucket, 'object', key] as const,
  /** Everything about an object, or about one of its versions. */
  detail: (bucket: string, key: string, version: string) =>
    ['objects', bucket, 'detail', key, version] as const,
  versions: (bucket: string, key: string, search: string, until: string) =>
    ['objects', bucket, 'versions', key, search, until] as const,
};
