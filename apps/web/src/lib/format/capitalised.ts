/** A text with a capital as its first letter: a server's help stands on the screen as sentences do. */
export function capitalised(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}
