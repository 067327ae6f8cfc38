/** Lets the browser save a text as a file, as a download does. */
export function saveText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser takes the file on its own time; afterwards nobody needs the address.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
