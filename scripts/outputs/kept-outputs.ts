import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Output } from './outputs-in.ts';

/** Writes each output as a file of `folder`. */
export async function keepOutputs(folder: string, outputs: readonly Output[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(outputs.map(({ name, text }) => writeFile(join(folder, encodeURIComponent(name)), text)));
}

export async function keptOutputs(folder: string): Promise<readonly Output[]> {
  const files = await readdir(folder);
  return Promise.all(files.map(async (file) => ({ name: decodeURIComponent(file), text: await readFile(join(folder, file), 'utf8') })));
}

/** A line per output that is new, gone or other, with its first line that differs. */
export function differences(before: readonly Output[], now: readonly Output[]): readonly string[] {
  const kept = new Map(before.map(({ name, text }) => [name, text]));
  const made = new Set(now.map(({ name }) => name));
  return [
    ...now.flatMap(({ name, text }) => {
      const old = kept.get(name);
      if (old === undefined) return [`${name}: new`];
      return old === text ? [] : [`${name}: ${firstDifference(old, text)}`];
    }),
    ...before.filter(({ name }) => !made.has(name)).map(({ name }) => `${name}: gone`),
  ];
}

function firstDifference(before: string, now: string): string {
  const old = before.split('\n');
  const lines = now.split('\n');
  const index = lines.findIndex((line, at) => line !== old[at]);
  const at = index === -1 ? lines.length : index;
  return `line ${at + 1} was ${shortened(old[at])}, is ${shortened(lines[at])}`;
}

function shortened(line: string | undefined): string {
  return line === undefined ? 'absent' : JSON.stringify(line.length > 160 ? `${line.slice(0, 160)}…` : line);
}
