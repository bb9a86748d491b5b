import { execFileSync } from 'node:child_process';

/** An independent tool's output. */
export function said(program: string, argv: readonly string[], input = ''): string {
  return execFileSync(program, argv, { encoding: 'utf8', input, maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** llvm-symbolizer's innermost function name of each address, from the symbol table without DWARF; `??` if unknown. */
export function llvmNames(file: string, addresses: readonly number[], ...options: readonly string[]): readonly string[] {
  const input = `${addresses.map((address) => `0x${address.toString(16)}`).join('\n')}\n`;
  const argv = ['--no-demangle', '--functions=linkage', '--output-style=LLVM', ...options, `--obj=${file}`];
  return said('llvm-symbolizer-19', argv, input)
    .split('\n\n')
    .filter((answer) => answer !== '')
    .map((answer) => answer.split('\n')[0] ?? '');
}

interface ListedSection {
  readonly name: string;
  readonly address: number;
  readonly offset: number;
  readonly size: number;
}

/** llvm-readelf's list of sections, with the empty one. */
export function llvmSections(file: string): readonly ListedSection[] {
  const line = /^ {2}\[ *\d+\] (.*?) +[A-Z][A-Z0-9_]+(?: \(.*?\))? +([0-9a-f]{8,16}) ([0-9a-f]{6,}) ([0-9a-f]{6,}) /;
  return said('llvm-readelf-19', ['--sections', '--wide', file])
    .split('\n')
    .map((text) => line.exec(text))
    .filter((found) => found !== null)
    .map(([, name = '', address = '', offset = '', size = '']) => ({
      name: name.trim(),
      address: Number.parseInt(address, 16),
      offset: Number.parseInt(offset, 16),
      size: Number.parseInt(size, 16),
    }));
}

/** Functions and code labels with addresses, by llvm-nm: kinds t, T, W and w. */
export function llvmFunctions(file: string, ...options: readonly string[]): readonly (readonly [address: number, name: string])[] {
  return said('llvm-nm-19', ['--defined-only', ...options, file])
    .split('\n')
    .map((line) => /^([0-9a-f]+) [tTwWi] (.*)$/.exec(line))
    .filter((found) => found !== null)
    .map(([, address = '', name = '']) => [Number.parseInt(address, 16), name] as const);
}
