import type { Section } from '@stowage/contract/bucket-admin/document';

/** Returns the values of an element, one per line: 'Expiration / Days: 30'. */
function valueLines(element: Element, path: string): readonly string[] {
  const children = [...element.children];
  if (children.length === 0) return [`${path}: ${element.textContent}`];
  return children.flatMap((child) => {
    const below = path === '' ? child.localName : `${path} / ${child.localName}`;
    return valueLines(child, below);
  });
}

/**
 * Returns the rules of a lifecycle configuration, one value per line; the XML itself if it cannot
 * be parsed.
 */
function readableRules(xml: string): string {
  const root = new DOMParser().parseFromString(xml, 'application/xml').documentElement;
  const rules = [...root.children].filter(({ localName }) => localName === 'Rule');
  if (rules.length === 0) return xml;
  return rules
    .map((rule, index) => {
      const lines = valueLines(rule, '').map((line) => `  ${line}`);
      return [`Rule ${index + 1}`, ...lines].join('\n');
    })
    .join('\n');
}

/** Returns a section of a document as lines for reading and comparison. */
export function readableSection(section: Section, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return section === 'lifecycle' ? readableRules(text) : text;
}
