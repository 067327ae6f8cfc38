/**
 * Whom a call is made for when it is not made for the caller itself: the first address of
 * X-Forwarded-For, as proxies and MinIO's own console write it.
 */
export const CALLING_FOR_HEADER = 'x-forwarded-for';

/** By which the embedded store knows the console that started it, and no other. */
export const CONSOLE_SECRET_HEADER = 'x-stowage-console-secret';
