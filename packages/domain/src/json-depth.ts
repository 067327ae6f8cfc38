/**
 * Whether lists and objects outside of texts nest deeper, found in one pass. To be asked of JSON of
 * others before it is read: JSON.parse takes any depth, but what goes through its value by recursion,
 * as JSON.stringify and String do, overflows the stack.
 */
export function nestsDeeper(json: string, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const symbol = json[at];
    if (symbol === '"') {
      inText = !inText;
    } else if (inText) {
      // What is escaped ends no text.
      at += symbol === '\\' ? 1 : 0;
    } else if (symbol === '[' || symbol === '{') {
      depth += 1;
      if (depth > most) return true;
    } else if (symbol === ']' || symbol === '}') {
      depth -= 1;
    }
  }
  return false;
}
