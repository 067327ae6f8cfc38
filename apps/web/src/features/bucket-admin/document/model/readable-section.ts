import type { Section } from '@stowage/contract/bucket-admin/document';

/** The values of an element, one a line: 'Expiration / Days: 30'. */
function valueLines(element: Element, path: string): readonly string[] {
  const children = [...element.children];
  if (children.length === 0) return [`${path}: ${element.textContent}`];
  return children.flatMap((child) => {
    const below = path === '' ? child.localName : `${path} / ${child.localName}`;
    return valueLines(child, below);
  });
}

/** The rules of a lifecycle configuration, a value a line; the XML itself when it cannot be read. */
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

/** A section of a document as people read and compare it, line by line. */
export function readableSection(section: Section, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return section === 'lifecycle' ? readableRules(text) : text;
}
