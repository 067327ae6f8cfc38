export interface MultipartBody {
  readonly body: Blob;
  readonly contentType: string;
}

/** A quoted string of a header: quotes and backslashes are escaped by a backslash. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * The form that carries one file. It is put together here because a browser's
 * own FormData writes a '"' of a file name as '%22', which cannot be told from a
 * name that really holds '%22'. The Blob refers to the file: its bytes are read
 * while they are sent and are never in memory as a whole.
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
