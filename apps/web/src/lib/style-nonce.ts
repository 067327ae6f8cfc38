/** Returns the nonce for styles in this page's Content-Security-Policy; '' without a policy. */
export function styleNonce(): string {
  return document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
}
