/** The nonce that this page's Content-Security-Policy allows styles with; '' without a policy. */
export function styleNonce(): string {
  return document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
}
