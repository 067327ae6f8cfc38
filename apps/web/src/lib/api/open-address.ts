/** Navigates to an address chosen by the server, without a history entry to return to. */
export function openAddress(address: string): void {
  window.location.replace(address);
}
