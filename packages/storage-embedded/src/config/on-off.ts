import type { ConfigKey } from './subsystem.ts';
import { checkOneOf } from './value-checks.ts';

/** A setting that is on or off, and off unless it is set. */
export function onOff(key: string, description: string): ConfigKey {
  return { key, default: 'off', type: 'on|off', description, problem: checkOneOf(['on', 'off']) };
}
