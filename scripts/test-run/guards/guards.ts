import { isWithin } from '../choose-files.ts';

/**
 * Tests of what rarely changes, which take long or need much: agents, stand-ins for phones, compilers' and runtimes' files. `npm test` leaves a
 * file out while all that it depends on is as it was when it passed (guard-records.ts). What runs with each change of the host, the command
 * line or the editor stays out of this list.
 */
const guards: readonly string[] = ['tests/agent', 'tests/names', 'tests/runtimes', 'tests/simulated', 'tests/symbols'];
/** These run the command line, read whole builds, or judge lags on a computer without a spare core. */
const others: readonly string[] = [
  'tests/agent/loopers/busy-device.test.ts',
  'tests/symbols/addr2line.test.ts',
  'tests/symbols/builds',
  'tests/symbols/linked-names.test.ts',
];

/** What no module of these tests names: agents are tested by their sources, whether or not they were built since. */
const moreInputs: Readonly<Record<string, readonly string[]>> = { 'tests/agent': ['device-agents'] };

export function isGuard(file: string): boolean {
  const isIn = (paths: readonly string[]): boolean => paths.some((path) => isWithin(file, path));
  return isIn(guards) && !isIn(others);
}

export function moreInputsOf(file: string): readonly string[] {
  return Object.entries(moreInputs).flatMap(([path, inputs]) => (isWithin(file, path) ? inputs : []));
}
