import { type XmlElement, xmlChild, xmlChildren } from '@stowage/storage-wire/xml';
import { group, leaf, withChild } from './edit-xml.ts';
import { optionalText, textOf } from './read-xml.ts';
import type { RuleTag } from './types-rules.ts';

/** The filter of lifecycle and replication rules: the objects to which a rule applies. */
export interface RuleFilter {
  readonly prefix: string;
  readonly tags: readonly RuleTag[];
}

/** Returns the members of a rule's filter, with or without an enclosing And. */
function members(rule: XmlElement): readonly XmlElement[] {
  const filter = xmlChild(rule, 'Filter');
  const and = filter && xmlChild(filter, 'And');
  const outer = filter?.children.filter(({ name }) => name !== 'And') ?? [];
  return [...outer, ...(and?.children ?? [])];
}

/** Reads prefix and tags, in the current form or with the older Prefix beside the filter. */
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

/** Returns the number in a member of the filter. */
export function filterNumber(rule: XmlElement, name: string): number | undefined {
  const text = optionalText(group('Filter', members(rule)), name);
  return text === undefined ? undefined : Number(text);
}

/** Returns the rule with this prefix and these tags; other members of its filter are kept. */
export function writeFilter(rule: XmlElement, { prefix, tags }: RuleFilter): XmlElement {
  const before = readFilter(rule);
  const known = xmlChild(rule, 'Filter') ?? xmlChild(rule, 'Prefix');
  if (known !== undefined && before.prefix === prefix && sameTags(before.tags, tags)) {
    return rule;
  }
  const others = members(rule).filter(({ name }) => name !== 'Prefix' && name !== 'Tag');
  // Servers refuse some rules with a single Tag only, and an And with fewer than two members.
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
