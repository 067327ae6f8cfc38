import type { ConfigKey } from './subsystem.ts';
import { checkOneOf } from './value-checks.ts';

/** An on/off setting, off by default. */
export function onOff(key: string, description: string): ConfigKey {
  return { key, default: 'off', type: 'on|off', description, problem: checkOneOf(['on', 'off']) };
}
