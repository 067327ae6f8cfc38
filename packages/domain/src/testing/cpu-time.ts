/**
 * Measures the CPU time of a function in milliseconds; unlike wall-clock time, it is independent of
 * other load on the machine.
 */
export async function cpuTimeOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
