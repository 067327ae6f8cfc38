/**
 * Lets the browser save a text or bytes as a file, as a download does. Returns what lets the
 * content go; a minute later it goes by itself.
 */
export function saveText(name: string, content: BlobPart, type: string): () => void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser takes the file on its own time; afterwards nobody needs the address.
  const timer = setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return () => {
    clearTimeout(timer);
    URL.revokeObjectURL(url);
  };
}
