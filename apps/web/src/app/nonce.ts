/** The nonce that this page's Content-Security-Policy allows styles with; '' without a policy. */
export function styleNonce(): string {
  return document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
}

/**
 * Tells the nonce to the library that locks scrolling behind dialogs: it adds a
 * style element of its own and looks for the nonce in this global.
 */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
