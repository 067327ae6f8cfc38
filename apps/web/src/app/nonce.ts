import { styleNonce } from '#web/lib/style-nonce.ts';

/**
 * Tells the nonce to the library that locks scrolling behind dialogs: it adds a
 * style element of its own and looks for the nonce in this global.
 */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
