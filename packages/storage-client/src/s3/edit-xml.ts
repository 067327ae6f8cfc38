import { type XmlElement, xmlChild, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';

/**
 * Changes parts of a stored document and keeps everything else: rules written by other clients may
 * contain unknown elements.
 */

/** Returns the element as XML text, normalised regardless of its white space. */
export function markup({ name, children, text }: XmlElement): string {
  return children.length === 0 ? xmlElement(name, text) : xmlGroup(name, children.map(markup));
}

/** Returns an element with this text. */
export function leaf(name: string, text: string | number): XmlElement {
  return { name, attributes: new Map(), children: [], text: String(text) };
}

/** Returns an element with these members; undefined ones are omitted. */
export function group(name: string, members: readonly (XmlElement | undefined)[]): XmlElement {
  const children = members.filter((member) => member !== undefined);
  return { name, attributes: new Map(), children, text: '' };
}

/** Returns the element below a path of names. */
export function descend(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (at, name) => (at === undefined ? undefined : xmlChild(at, name)),
    element,
  );
}

/** Returns the parent with its first child of that name replaced, added, or (undefined) removed. */
export function withChild(
  parent: XmlElement,
  name: string,
  child: XmlElement | undefined,
): XmlElement {
  const at = parent.children.findIndex((candidate) => candidate.name === name);
  const place = at < 0 ? parent.children.length : at;
  const children = parent.children.toSpliced(place, 1, ...(child === undefined ? [] : [child]));
  return { ...parent, children };
}

/**
 * Returns the parent with the text at a path set or (undefined) removed. Missing elements on the
 * path are created, empty ones removed.
 */
export function withText(
  parent: XmlElement,
  [name, ...rest]: readonly [string, ...string[]],
  text: string | number | undefined,
): XmlElement {
  const [next, ...others] = rest;
  if (next === undefined) {
    return withChild(parent, name, text === undefined ? undefined : leaf(name, text));
  }
  const inner = withText(xmlChild(parent, name) ?? group(name, []), [next, ...others], text);
  return withChild(parent, name, inner.children.length === 0 ? undefined : inner);
}
