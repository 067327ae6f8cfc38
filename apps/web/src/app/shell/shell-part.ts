/** The surroundings of pages behind the login: one chunk that the login screen does not load. */
export { NotFoundPage } from './not-found-page.tsx';
export { NotOfferedPage } from './not-offered-page.tsx';
export { Shell } from './shell.tsx';
