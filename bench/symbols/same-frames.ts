import type { SymbolFrame } from '../../core/symbols/bytes/symbol-frame.ts';
import { ImageFrames } from '../../core/symbols/image/image-frames.ts';
import { llvmFrames } from '../../tests/symbols/dwarf/llvm-symbolizer.ts';
import { randomAddresses } from '../../tests/symbols/random-addresses.ts';
import { imageOf, onDisk } from '../../tests/symbols/read-debug-file.ts';
import { atLeast, type Figure } from '../support/figure.ts';
import { gnuFrames } from './gnu-addr2line.ts';
import { sqliteBuilds } from './sqlite-builds.ts';

const COUNT = 10_000;

/** SQLite by each compiler, version, machine and container: functions, files, lines and columns against llvm's. */
export async function* sameFrames(say: (line: string) => void): AsyncGenerator<Figure> {
  for (const [seed, { name, make, forAddr2line }] of sqliteBuilds.entries()) {
    say(`SQLite (${name}) ...`);
    const { ours, theirs } = await make(say);
    yield await sameAs(name, ours, theirs, randomAddresses(ours, COUNT, seed), forAddr2line);
  }
}

/**
 * Chains of frames in a file that equal llvm-symbolizer's, to the column.
 * @param theirs the file for llvm-symbolizer
 */
export async function sameAs(
  name: string,
  ours: string,
  theirs: string,
  addresses: readonly number[],
  forAddr2line: boolean,
): Promise<Figure> {
  const [found, expected] = [framesOf(ours, addresses), await llvmFrames(theirs, addresses)];
  const verdict = compare(found, expected);
  const gnu = forAddr2line ? compareLines(found, await gnuFrames(ours, addresses)) : undefined;
  const frames = found.reduce((sum, { length }) => sum + length, 0);
  return atLeast(100, {
    bench: 'symbols',
    figure: `${name}: frames as llvm-symbolizer's`,
    value: (100 * verdict.same) / addresses.length,
    unit: '%',
    note: [
      `of ${addresses.length.toLocaleString('en')} addresses, ${frames.toLocaleString('en')} frames`,
      ...(verdict.symbolTableOnly > 0
        ? [`${verdict.symbolTableOnly} but for the outermost name, which the symbol table tells otherwise`]
        : []),
      ...(verdict.examples.length > 0 ? [`not: ${verdict.examples.join(' ')}`] : []),
      ...(gnu === undefined ? [] : [`as addr2line's: ${((100 * gnu) / addresses.length).toFixed(1)} %`]),
    ].join('; '),
  });
}

function framesOf(file: string, addresses: readonly number[]): readonly (readonly SymbolFrame[])[] {
  const reader = new ImageFrames(imageOf(file));
  const found = onDisk(reader.resolveAll(addresses));
  const [problem] = reader.problems;
  if (problem !== undefined) throw problem;
  // llvm got files without a symbol table, so it has no name for these.
  return found.map(({ frames, confidence }) => (confidence === 'exact' ? frames : []));
}

interface Verdict {
  readonly same: number;
  /** Their outermost names are from only one side's symbol table. */
  readonly symbolTableOnly: number;
  readonly examples: readonly string[];
}

function compare(ours: readonly (readonly SymbolFrame[])[], theirs: readonly (readonly SymbolFrame[])[]): Verdict {
  let [same, symbolTableOnly] = [0, 0];
  const examples: string[] = [];
  for (const [at, frames] of ours.entries()) {
    const other = theirs[at] ?? [];
    if (JSON.stringify(frames) === JSON.stringify(other)) same++;
    else if (isOfSymbolTable(frames, other) || JSON.stringify(withoutLastName(frames)) === JSON.stringify(withoutLastName(other))) {
      same++;
      symbolTableOnly++;
    } else if (examples.length < 3) examples.push(`${at}:${JSON.stringify(frames[0])}≠${JSON.stringify(other[0])}`);
  }
  return { same, symbolTableOnly, examples };
}

/** A symbol table may name a source file, but no line. */
function isOfSymbolTable(ours: readonly SymbolFrame[], [theirs, ...outer]: readonly SymbolFrame[]): boolean {
  return ours.length === 0 && outer.length === 0 && theirs?.line === undefined && theirs?.name !== undefined;
}

function withoutLastName(frames: readonly SymbolFrame[]): readonly SymbolFrame[] {
  const last = frames.at(-1);
  if (last === undefined) return [];
  const { name: _, ...rest } = last;
  return [...frames.slice(0, -1), rest];
}

/** Chains with the same functions and lines; GNU composes paths differently. */
function compareLines(ours: readonly (readonly SymbolFrame[])[], theirs: readonly string[]): number {
  const lines = ours.map((frames) => frames.map(({ name = '??', line }) => `${name}:${line ?? '?'}`).join(' ') || '??:?');
  return lines.filter((line, at) => line === theirs[at]).length;
}
