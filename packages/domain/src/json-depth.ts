/**
 * Whether lists and objects outside strings nest deeper than the limit, determined in one pass.
 * Check untrusted JSON with it before parsing: JSON.parse accepts any depth, but recursive
 * processing of its result, as in JSON.stringify and String, overflows the stack.
 */
export function nestsDeeper(json: string, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const symbol = json[at];
    if (symbol === '"') {
      inText = !inText;
    } else if (inText) {
      // An escaped quote does not end a string.
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
