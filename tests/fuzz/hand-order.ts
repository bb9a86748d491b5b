import type { Door } from './door.ts';

/** The order for a thread that tries inputs. */
export interface HandOrder {
  /** Module with the list `doors`, as `import.meta.resolve` gives it. */
  readonly module: string;
  /** Name of the door. */
  readonly door: string;
  readonly firstSeed: number;
  /** It ends after either. */
  readonly milliseconds: number;
  readonly count: number;
  /** The current seed, for the watchdog. */
  readonly progress: Float64Array;
}

export interface HandReport {
  readonly runs: number;
  readonly answered: number;
  readonly refused: number;
  readonly failed: number;
  readonly longest: { readonly ms: number; readonly seed: number };
  readonly largest: { readonly steps: number; readonly seed: number };
  /** With the path of the kept case. */
  readonly findings: readonly { readonly seed: number; readonly problem: string; readonly path: string }[];
}

export function assertOrder(value: unknown): asserts value is HandOrder {
  if (typeof value !== 'object' || value === null || !('door' in value) || !('progress' in value)) throw new TypeError('That is no order.');
}

/** The door of that name in a module's list. */
export function doorOf(module: unknown, name: string): Door {
  if (typeof module !== 'object' || module === null || !('doors' in module) || !Array.isArray(module.doors))
    throw new TypeError('No doors.');
  const doors: readonly Door[] = module.doors;
  const door = doors.find((each) => each.name === name);
  if (door === undefined) throw new Error(`There is no door named ${name}.`);
  return door;
}

export function assertReport(value: unknown): asserts value is HandReport {
  if (typeof value !== 'object' || value === null || !('findings' in value)) throw new TypeError('That is no report.');
}
