import {
  kindOfSubsystem,
  type TargetKind,
} from '@stowage/domain/notification-targets/target-kinds';
import { type ConfigLine, parseConfigText } from '@stowage/storage-client/config-text';

/** A target as configured at the storage server. */
export interface ConfiguredTarget {
  readonly kind: TargetKind;
  readonly name: string;
  readonly enabled: boolean;
  readonly fromEnvironment: boolean;
  /** All effective values, including secrets. */
  readonly values: Readonly<Record<string, string>>;
}

/** Reads the targets from an exported configuration; a kind without any settings has none. */
export function configuredTargets(text: string): ConfiguredTarget[] {
  return parseConfigText(text).flatMap((line) => {
    const kind = kindOfSubsystem(line.subsystem);
    return kind === undefined ? [] : asTarget(kind, line);
  });
}

function asTarget(kind: TargetKind, line: ConfigLine): ConfiguredTarget[] {
  const { target: name, overrides, commented } = line;
  const held = Object.entries(overrides).map(([key, { value }]) => [key, value] as const);
  const values = { ...line.values, ...Object.fromEntries(held) };
  // The default target of a kind is listed even if it is not configured.
  const isSet = kind.fields.some(
    ({ key, required, default: byDefault }) =>
      required === true && byDefault === undefined && Boolean(values[key]),
  );
  if (!isSet) return [];
  const enabled = (values.enable ?? (commented ? 'off' : 'on')) === 'on';
  return [{ kind, name, enabled, fromEnvironment: 'enable' in overrides, values }];
}
