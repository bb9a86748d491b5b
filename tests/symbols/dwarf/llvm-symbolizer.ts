import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { SymbolFrame } from '../../../core/symbols/bytes/symbol-frame.ts';

/**
 * llvm-symbolizer's frames at addresses, innermost first; empty without debug information. It prefers the outermost name of a symbol table,
 * so files come without.
 */
export async function llvmFrames(
  file: string,
  addresses: readonly number[],
  options: readonly string[] = [],
): Promise<readonly (readonly SymbolFrame[])[]> {
  const child = spawn('llvm-symbolizer-19', ['--no-demangle', '--output-style=JSON', `--obj=${file}`, ...options], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const output = text(child.stdout);
  child.stdin.end(addresses.map((address) => `0x${address.toString(16)}\n`).join(''));
  return (await output)
    .split('\n')
    .filter((line) => line !== '')
    .map(framesOf);
}

function framesOf(line: string): readonly SymbolFrame[] {
  const { Symbol: found }: { readonly Symbol?: readonly LlvmFrame[] } = JSON.parse(line);
  // A name without a file is the symbol table's.
  const known = (found ?? []).filter(({ FileName, Line }, _, { length }) => length > 1 || FileName !== '' || Line !== 0);
  return known.map((frame, depth) => ({
    ...(frame.FunctionName !== '' && { name: frame.FunctionName }),
    ...(frame.FileName !== '' && { file: frame.FileName }),
    ...(frame.Line > 0 && { line: frame.Line }),
    ...(frame.Column > 0 && { column: frame.Column }),
    inlined: depth < known.length - 1,
  }));
}

interface LlvmFrame {
  readonly FunctionName: string;
  readonly FileName: string;
  readonly Line: number;
  readonly Column: number;
}
