import { styleNonce } from '#web/lib/style-nonce.ts';

/**
 * Passes the nonce to the library that locks scrolling behind dialogs: it adds its own style
 * element and reads the nonce from this global.
 */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
