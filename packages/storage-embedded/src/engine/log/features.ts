/** Records of this or later segments may belong to compressed objects. */
export const COMPRESSION_FEATURE = 'compression';

const KNOWN: readonly unknown[] = [COMPRESSION_FEATURE];

/** Whether a segment's feature list contains any that this version does not support. */
export function hasUnknownFeature(features: unknown): boolean {
  return features !== undefined && !(Array.isArray(features) && features.every(isKnown));
}

function isKnown(feature: unknown): boolean {
  return KNOWN.includes(feature);
}
