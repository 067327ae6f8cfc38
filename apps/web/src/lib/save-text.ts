/**
 * Lets the browser save a text or bytes as a file, like a download. Returns a function that
 * releases the content, which otherwise happens after a minute.
 */
export function saveText(name: string, content: BlobPart, type: string): () => void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file at its own pace; afterwards the address is no longer needed.
  const timer = setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return () => {
    clearTimeout(timer);
    URL.revokeObjectURL(url);
  };
}
