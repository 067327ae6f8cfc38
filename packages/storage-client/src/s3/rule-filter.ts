import { type XmlElement, xmlChild, xmlChildren } from '@stowage/storage-wire/xml';
import { group, leaf, withChild } from './edit-xml.ts';
import { optionalText, textOf } from './read-xml.ts';
import type { RuleTag } from './types-rules.ts';

/** What lifecycle and replication rules call their filter: which objects a rule is for. */
export interface RuleFilter {
  readonly prefix: string;
  readonly tags: readonly RuleTag[];
}

/** The members of a rule's filter, with or without an And around them. */
function members(rule: XmlElement): readonly XmlElement[] {
  const filter = xmlChild(rule, 'Filter');
  const and = filter && xmlChild(filter, 'And');
  const outer = filter?.children.filter(({ name }) => name !== 'And') ?? [];
  return [...outer, ...(and?.children ?? [])];
}

/** Reads prefix and tags, in the form of today or with the Prefix of old beside the filter. */
export function readFilter(rule: XmlElement): RuleFilter {
  const all = group('Filter', members(rule));
  return {
    prefix: optionalText(all, 'Prefix') ?? textOf(rule, 'Prefix'),
    tags: xmlChildren(all, 'Tag').map((tag) => ({
      key: textOf(tag, 'Key'),
      value: textOf(tag, 'Value'),
    })),
  };
}

/** Whole number of a member of the filter. */
export function filterNumber(rule: XmlElement, name: string): number | undefined {
  const text = optionalText(group('Filter', members(rule)), name);
  return text === undefined ? undefined : Number(text);
}

/** The rule with this prefix and these tags; other members of its filter stay. */
export function writeFilter(rule: XmlElement, { prefix, tags }: RuleFilter): XmlElement {
  const before = readFilter(rule);
  const known = xmlChild(rule, 'Filter') ?? xmlChild(rule, 'Prefix');
  if (known !== undefined && before.prefix === prefix && sameTags(before.tags, tags)) {
    return rule;
  }
  const others = members(rule).filter(({ name }) => name !== 'Prefix' && name !== 'Tag');
  // Servers refuse some rules with a Tag that stands alone, and an And around less than two.
  const needsPrefix = prefix !== '' || (tags.length === 1 && others.length === 0);
  const parts = [
    ...(needsPrefix ? [leaf('Prefix', prefix)] : []),
    ...tags.map(({ key, value }) => group('Tag', [leaf('Key', key), leaf('Value', value)])),
    ...others,
  ];
  const content = parts.length === 0 ? [leaf('Prefix', '')] : parts;
  const filter = group('Filter', parts.length > 1 ? [group('And', content)] : content);
  return withChild(withChild(rule, 'Prefix', undefined), 'Filter', filter);
}

function sameTags(left: readonly RuleTag[], right: readonly RuleTag[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ key, value }, i) => key === right[i]?.key && value === right[i]?.value)
  );
}
