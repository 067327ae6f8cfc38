/** Where the texts of each language but English are, each in a chunk of its own. */
export const languages = {
  de: async () => (await import('./languages/german.ts')).german,
};
