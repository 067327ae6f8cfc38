/** Formats a JSON text with line breaks; invalid JSON is returned unchanged. */
export function readableJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
