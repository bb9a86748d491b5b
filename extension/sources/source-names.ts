import type { SourcePlace } from '../../protocol/parse-from-page.ts';

/** Search terms for the workspace. */
export interface SourceNames {
  /** Dotted package, '' for the default package. */
  readonly package: string;
  /** File names to try, the likeliest first. */
  readonly files: readonly string[];
}

const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
/** Session files are untrusted: no folder, drive or glob sign. */
const FILE_NAME = /^[\p{L}\p{N}_$ .-]+\.(?:java|kt|kts|groovy|scala)$/u;

/**
 * Names to search for, undefined without any. Without a SourceFile attribute, by the outer class; `CartKt` and
 * `CartKt$total$1` come from `Cart.kt`.
 */
export function sourceNames(request: Pick<SourcePlace, 'class' | 'file'>): SourceNames | undefined {
  const parts = request.class.split('.');
  const simple = parts.pop() ?? '';
  if (!parts.every((part) => IDENTIFIER.test(part))) return undefined;
  const packageName = parts.join('.');
  if (request.file !== '') return FILE_NAME.test(request.file) ? { package: packageName, files: [request.file] } : undefined;
  const outer = /^[^$]+/.exec(simple)?.[0] ?? '';
  if (!IDENTIFIER.test(outer)) return undefined;
  const kotlin = outer.endsWith('Kt') ? [`${outer.slice(0, -2)}.kt`] : [];
  return { package: packageName, files: [...kotlin, `${outer}.java`, `${outer}.kt`] };
}

/** Declared package of a Java or Kotlin source, '' for the default; skips leading comments. */
export function declaredPackage(source: string): string {
  const withoutComments = source.replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g, ' ');
  const beforeCode = /^[\s\S]*?(?=\b(?:import|class|interface|fun|object|enum)\b|$)/.exec(withoutComments)?.[0] ?? '';
  const name = /(?:^|[\s;])package\s+([\p{L}_$`][\p{L}\p{N}_$`.]*)/u.exec(beforeCode)?.[1] ?? '';
  return name.replaceAll('`', '').replace(/\.$/, '');
}

/** True for a path that ends in package folders and file name, with `/` or `\`, ignoring case. */
export function isAtPackagePath(path: string, packageName: string, file: string): boolean {
  const wanted = `/${packageName === '' ? '' : `${packageName.replaceAll('.', '/')}/`}${file}`.toLowerCase();
  return `/${path.replaceAll('\\', '/')}`.toLowerCase().endsWith(wanted);
}
