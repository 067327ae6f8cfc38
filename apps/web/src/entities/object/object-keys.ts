/** Keys of what is known about objects in the cache of server data. */
export const objectKeys = {
  /** Every listing and object of a bucket. */
  bucket: (bucket: string) => ['objects', bucket] as const,
  folder: (bucket: string, folder: string, search: string) =>
    ['objects', bucket, 'folder', folder, search] as const,
  object: (bucket: string, key: string) => ['objects', bucket, 'object', key] as const,
};
