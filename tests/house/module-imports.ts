import { posix } from 'node:path';
import type { SourceFile } from './project-sources.ts';

/** Static and dynamic imports: paths from the checkout's root, or package names. */
export function importsOf({ path, lines }: SourceFile): readonly string[] {
  const found = lines.join('\n').matchAll(/(?:^(?:import|export)\b[^;']*\bfrom\s*|^import\s*|\bimport\(\s*)'([^'\n]+)'/gm);
  return [...found].map(([, target = '']) => (target.startsWith('.') ? posix.join(posix.dirname(path), target) : target));
}

/** Where the base names features, each in lines of its own that end with `// features/NAME`. */
export const featureLists: readonly string[] = [
  'cli/feature-commands.ts',
  'cli/features.ts',
  'extension/contributions/feature-menus.ts',
  'extension/contributions/features.ts',
  'extension/features.ts',
  'extension/thread-rooms.ts',
  'host/features.ts',
];
