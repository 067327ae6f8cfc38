/** Valid tier names: upper-case letters, digits, hyphens and underscores. */
export const TIER_NAME = /^[A-Z0-9_-]+$/;
