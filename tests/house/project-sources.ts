import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
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
  const paths = [...new Set(stdout.split('\0'))].filter((path) => path !== '');
  const there = await Promise.all(
    paths.map((path) =>
      access(join(root, path)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return paths.filter((_, i) => there[i]);
}

/** Without binary ones (with a zero byte). */
export async function sourceFiles(wanted: (path: string) => boolean = () => true): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for (const path of (await treeFiles()).filter(wanted)) {
    const text = await readFile(join(root, path), 'utf8');
    if (!text.includes('\0')) files.push({ path, lines: text.split('\n') });
  }
  return files;
}

/** `path:line: text` of every matching line, for an assertion. */
export function matches(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim().slice(0, 160)}`] : [])),
  );
}
