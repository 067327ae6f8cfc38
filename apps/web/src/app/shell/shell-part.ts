/** What pages behind the login stand in: one part of the code, which the login screen does not load. */
export { NotFoundPage } from './not-found-page.tsx';
export { NotOfferedPage } from './not-offered-page.tsx';
export { Shell } from './shell.tsx';
