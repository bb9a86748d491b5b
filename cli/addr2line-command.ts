import { resolve } from 'node:path';
import { runReading } from '../core/symbols/bytes/byte-source.ts';
import type { SymbolFrame } from '../core/symbols/bytes/symbol-frame.ts';
import type { DebugImage } from '../core/symbols/image/debug-file.ts';
import { type AddressFrames, ImageFrames } from '../core/symbols/image/image-frames.ts';
import { openDebugFile } from '../core/symbols/image/open.ts';
import { asciiJson, terminalLine } from '../core/text/terminal-text.ts';
import { linkedDebugImage } from '../host/builds/linked-debug-file.ts';
import { FileAnswers } from '../host/builds/unpack/file-answers.ts';
import { nodeUnpackers } from '../host/builds/unpack/unpackers.ts';
import { loadDemangler } from '../host/demangler-files.ts';
import { parseArguments } from './cli-arguments.ts';
import type { Terminal } from './terminal.ts';
import { wrongArguments } from './usage.ts';

/** `laglens addr2line`: functions and lines at addresses of a library, as text or as one JSON object per line. */
export async function runAddr2line(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArguments('addr2line', args, {
    json: { type: 'boolean' },
    arch: { type: 'string' },
    entry: { type: 'string' },
    'no-demangle': { type: 'boolean' },
  });
  const [path, ...texts] = positionals;
  if (path === undefined || texts.length === 0) throw wrongArguments('addr2line', 'A file and at least one address are needed.');
  const addresses = texts.map(addressFrom);
  const files = new FileAnswers();
  try {
    const options = { unpackers: nodeUnpackers, ...(values.entry !== undefined && { entry: values.entry }) };
    const { images } = runReading(openDebugFile(resolve(terminal.folder, path), options), files.answer);
    const image = imageFor(images, values.arch);
    const linked = values.entry === undefined ? linkedDebugImage(image, resolve(terminal.folder, path), files, nodeUnpackers) : undefined;
    const reader = new ImageFrames(linked ?? image, { withStarts: values.json === true });
    const readable = values['no-demangle'] === true ? (name: string) => name : await readableNames();
    const found = runReading(reader.resolveAll(addresses), files.answer);
    for (const [at, address] of addresses.entries()) {
      const one = found[at] ?? { frames: [], confidence: 'unknown' };
      const named = {
        ...one,
        frames: one.frames.map((frame) => ({ ...frame, ...(frame.name !== undefined && { name: readable(frame.name) }) })),
      };
      terminal.out(values.json === true ? jsonLine(path, address, named) : textOf(address, named));
    }
    for (const remark of remarksOf(reader)) terminal.say(remark);
    return 0;
  } finally {
    files.close();
  }
}

/** llvm-symbolizer's default: all parts of a name. */
async function readableNames(): Promise<(name: string) => string> {
  const demangler = await loadDemangler();
  return (name) => demangler.demangle(name).full;
}

/** Hexadecimal with 0x or without, as debug files show it. */
function addressFrom(text: string): number {
  const address = /^(?:0x)?[0-9a-f]+$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN;
  if (Number.isSafeInteger(address)) return address;
  throw wrongArguments('addr2line', `An address is a hexadecimal number such as 0x1f40, not “${text}”.`);
}

function imageFor(images: readonly DebugImage[], arch: string | undefined): DebugImage {
  const image = arch === undefined ? images[0] : images.find((each) => each.arch === arch);
  if (image !== undefined) return image;
  throw wrongArguments('addr2line', `The file has code for ${images.map((each) => each.arch).join(', ')}, not for ${arch}.`);
}

const UNKNOWN = 0;

/** llvm-symbolizer's layout (`--output-style=JSON`) with empty or 0 for unknown values. */
function jsonLine(path: string, address: number, { frames }: AddressFrames): string {
  const symbols = (frames.length > 0 ? frames : [{ inlined: false } satisfies SymbolFrame]).map((frame: SymbolFrame) => ({
    Column: frame.column ?? UNKNOWN,
    Discriminator: frame.discriminator ?? UNKNOWN,
    FileName: frame.file ?? '',
    FunctionName: frame.name ?? '',
    Line: frame.line ?? UNKNOWN,
    StartAddress: frame.start?.address === undefined ? '' : `0x${frame.start.address.toString(16)}`,
    StartFileName: frame.start?.file ?? '',
    StartLine: frame.start?.line ?? UNKNOWN,
  }));
  return asciiJson({ Address: `0x${address.toString(16)}`, ModuleName: path, Symbol: symbols });
}

function textOf(address: number, { frames, confidence }: AddressFrames): string {
  const [innermost, ...outer] = frames.map(({ name = '??', file, line = 0, column = 0 }) =>
    file === undefined ? name : `${name} at ${file}:${line}${column > 0 ? `:${column}` : ''}`,
  );
  const remark = confidence !== 'nearest' ? '' : frames[0]?.file === undefined ? ' (symbol table only)' : SPLIT;
  const lines = [`0x${address.toString(16)} ${innermost ?? '??'}${remark}`, ...outer.map((line) => `  inlined into ${line}`)];
  return lines.map(terminalLine).join('\n');
}

/** The two may be of different functions. */
const SPLIT = ' (name by the symbol table, line by the debug information)';

function remarksOf({ problems, leftOut }: ImageFrames): readonly string[] {
  const remarks = problems.map(({ message }) => message);
  if (leftOut !== undefined && leftOut.splitUnits > 0) {
    remarks.push(
      `The functions of ${leftOut.splitUnits} units are in .dwo files (-gsplit-dwarf), which are not read: link them into this file.`,
    );
  }
  if (leftOut?.supplementary === true) remarks.push('Some names are in a second file that dwz made, which is not read.');
  return remarks;
}
