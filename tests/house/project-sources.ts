import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** From the checkout's root, with slashes. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** Path in its room, without a feature's folder: rules about `host/` hold for `features/lake/host/`, too. */
export function roomPath(path: string): string {
  return path.replace(/^features\/[\w-]+\//, '');
}

/** All files that git has or would take, from the checkout's root. */
export async function treeFiles(): Promise<readonly string[]> {
  const { stdout } = await execute('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  return [...new Set(stdout.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path)));
}

/** Without binary ones (with a zero byte). */
export async function sourceFiles(wanted: (path: string) => boolean = () => true): Promise<readonly SourceFile[]> {
  return (await treeFiles()).filter(wanted).flatMap((path) => {
    // Thousands of small files are read in a third of the time that promises take.
    const text = readFileSync(join(root, path), 'utf8');
    return text.includes('\0') ? [] : [{ path, lines: text.split('\n') }];
  });
}

/** `path:line: text` of every matching line, for an assertion. */
export function matches(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim().slice(0, 160)}`] : [])),
  );
}
