export interface MultipartBody {
  readonly body: Blob;
  readonly contentType: string;
}

/** Returns a quoted string for a header: quotes and backslashes are escaped by a backslash. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * Builds the form body for one file. The browser's FormData would encode a '"' in a file name as
 * '%22', which cannot be distinguished from a literal '%22'. The Blob references the file: its
 * bytes are read while being sent and are never in memory as a whole.
 */
export function multipartBody(file: File, boundary: string): MultipartBody {
  const head =
    `--${boundary}\r\n` +
    `Content-Disposition: form-data; name="${file.size}"; filename=${quoted(file.name)}\r\n` +
    `Content-Type: ${file.type || 'application/octet-stream'}\r\n\r\n`;
  return {
    body: new Blob([head, file, `\r\n--${boundary}--\r\n`]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
