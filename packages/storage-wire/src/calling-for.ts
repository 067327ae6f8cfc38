/**
 * The client for whom a call is made: the first address of X-Forwarded-For, as set by proxies and
 * MinIO's own console.
 */
export const CALLING_FOR_HEADER = 'x-forwarded-for';

/** The secret by which the embedded store recognises the console that started it. */
export const CONSOLE_SECRET_HEADER = 'x-stowage-console-secret';
