/** Loaders for the texts of each language other than English, one chunk each. */
export const languages = {
  de: async () => (await import('./languages/german.ts')).german,
};
