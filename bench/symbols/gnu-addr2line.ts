import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** addr2line's answer per address, as `function:line function:line …`, innermost first. */
export async function gnuFrames(file: string, addresses: readonly number[]): Promise<readonly string[]> {
  const child = spawn('addr2line', ['-a', '-f', '-i', '-e', file], { stdio: ['pipe', 'pipe', 'ignore'] });
  const output = text(child.stdout);
  child.stdin.end(addresses.map((address) => `0x${address.toString(16)}\n`).join(''));
  return (await output)
    .split(/^0x[0-9a-f]+\n/m)
    .slice(1)
    .map(chainOf);
}

/** Two lines each: the function; file, line and other facts. */
function chainOf(answer: string): string {
  const lines = answer.trimEnd().split('\n');
  const chain: string[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const line = /:(\d+|\?)(?: \(.*\))?$/.exec(lines[at + 1] ?? '')?.[1] ?? '?';
    chain.push(`${lines[at]}:${line === '0' ? '?' : line}`);
  }
  return chain.join(' ');
}
