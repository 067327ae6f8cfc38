/** Leaves the console for an address of the server's choice, which the way back does not come by again. */
export function openAddress(address: string): void {
  window.location.replace(address);
}
