/** Subsystems that only a cluster has, with the reason. */
export const CLUSTER_SUBSYSTEMS: ReadonlyMap<string, string> = new Map([
  [
    'cache',
    'The embedded store has no cache drives: its data is on local drives already. Only a cluster behind slower storage has them.',
  ],
  [
    'etcd',
    'The embedded store keeps identities on its own drives. Only a cluster shares them through etcd.',
  ],
]);
