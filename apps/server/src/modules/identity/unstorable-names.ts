/** How MinIO, which keeps users, groups and policies as objects, refuses names that cannot be those of objects. */
export const UNSTORABLE_NAMES: readonly string[] = [
  'XMinioInvalidObjectName',
  'XMinioInvalidResourceName',
];
