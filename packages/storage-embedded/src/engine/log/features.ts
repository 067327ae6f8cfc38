/** Records of the segment, or of later ones, may be of objects that are stored compressed. */
export const COMPRESSION_FEATURE = 'compression';

const KNOWN: readonly unknown[] = [COMPRESSION_FEATURE];

/** Whether a list of features of a segment has any that this version does not know. */
export function hasUnknownFeature(features: unknown): boolean {
  return features !== undefined && !(Array.isArray(features) && features.every(isKnown));
}

function isKnown(feature: unknown): boolean {
  return KNOWN.includes(feature);
}
