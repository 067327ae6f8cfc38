/**
 * Milliseconds of processor time that something takes: how busy the machine is with others does not
 * count, as it would by a clock.
 */
export async function cpuTimeOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
