import type { ConfigDetail, ConfigSummary, ConfigValue } from '@stowage/contract/settings/configs';

/** A setting as returned by a server. */
export function aValue(key: string, parts: Partial<ConfigValue> = {}): ConfigValue {
  return { key, value: '', type: 'string', description: '', required: false, ...parts };
}

/** One configuration. */
export function aConfig(name: string, parts: Partial<ConfigDetail> = {}): ConfigDetail {
  return {
    name,
    description: '',
    multiple: false,
    targets: [],
    key_values: [],
    restart: false,
    stored: false,
    revision: 'r1',
    ...parts,
  };
}

/** A configuration in the list of all. */
export function aSummary(name: string, parts: Partial<ConfigSummary> = {}): ConfigSummary {
  return {
    name,
    description: '',
    multiple: false,
    keys: [],
    changed: 0,
    locked: 0,
    targets: [],
    ...parts,
  };
}
