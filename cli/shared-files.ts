import { basename, resolve } from 'node:path';

/** A sentence for each file that is on both sides of a comparison. */
export function sharedFiles(before: readonly string[], now: readonly string[], folder: string): readonly string[] {
  const there = new Set(before.map((path) => resolve(folder, path)));
  const both = new Set(now.map((path) => resolve(folder, path)).filter((path) => there.has(path)));
  return [...both].map((path) => `${basename(path)} is on both sides: it is compared with itself.`);
}
