/** MinIO's event names without their 's3:', by the names that stand for several. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  ObjectAccessed: ['Get', 'Head', 'GetRetention', 'GetLegalHold', 'Attributes'],
  ObjectCreated: [
    'CompleteMultipartUpload',
    'Copy',
    'Post',
    'Put',
    'PutRetention',
    'PutLegalHold',
    'PutTagging',
    'DeleteTagging',
  ],
  ObjectRemoved: ['Delete', 'DeleteMarkerCreated', 'NoOP', 'DeleteAllVersions'],
  Replication: [
    'OperationFailedReplication',
    'OperationCompletedReplication',
    'OperationNotTracked',
    'OperationMissedThreshold',
    'OperationReplicatedAfterThreshold',
  ],
  ObjectRestore: ['Post', 'Completed'],
  ObjectTransition: ['Failed', 'Complete'],
};

/** Names, as written, that stand for a single event. */
const SINGLE = [
  'BucketCreated:*',
  'BucketRemoved:*',
  'Scanner:ManyVersions',
  'Scanner:LargeVersions',
  'Scanner:BigPrefix',
  'LifecycleDelMarkerExpiration:Delete',
];

const EXPANDED: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(GROUPS).flatMap(([group, names]): [string, readonly string[]][] => {
    const full = names.map((name) => `${group}:${name}`);
    return [
      [`${group}:*`, full],
      ...full.map((name): [string, readonly string[]] => [name, [name]]),
    ];
  }),
  ...SINGLE.map((name): [string, readonly string[]] => [name, [name]]),
]);

const PREFIX = 's3:';

/**
 * Returns the events for a name in a rule, without their 's3:'.
 *
 * @returns undefined for an unknown name
 */
export function expandEventName(name: string): readonly string[] | undefined {
  return name.startsWith(PREFIX) ? EXPANDED.get(name.slice(PREFIX.length)) : undefined;
}
