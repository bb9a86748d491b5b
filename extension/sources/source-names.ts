import type { SourcePlace } from '../../protocol/page-protocol.ts';

/** What to look for in the workspace for a frame. */
export interface SourceNames {
  /** Dotted package, '' for the default package. */
  readonly package: string;
  /** File names to try, the likeliest first. */
  readonly files: readonly string[];
}

const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
/** No folder, no drive, no glob sign: a name from a session file is not to be trusted. */
const FILE_NAME = /^[\p{L}\p{N}_$ .-]+\.(?:java|kt|kts|groovy|scala)$/u;

/**
 * Names to look for; `undefined` when the frame names nothing that could be a source. Without a SourceFile attribute the outer
 * class gives the name; `CartKt` and `CartKt$total$1` were compiled from `Cart.kt`.
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

/** The package that a Java or Kotlin source declares; '' for the default package. Comments before it are skipped. */
export function declaredPackage(source: string): string {
  const withoutComments = source.replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g, ' ');
  const beforeCode = /^[\s\S]*?(?=\b(?:import|class|interface|fun|object|enum)\b|$)/.exec(withoutComments)?.[0] ?? '';
  const name = /(?:^|[\s;])package\s+([\p{L}_$`][\p{L}\p{N}_$`.]*)/u.exec(beforeCode)?.[1] ?? '';
  return name.replaceAll('`', '').replace(/\.$/, '');
}

/** True when a path ends in the package's folders and the file name; `/` or `\` between folders, case does not matter. */
export function isAtPackagePath(path: string, packageName: string, file: string): boolean {
  const wanted = `/${packageName === '' ? '' : `${packageName.replaceAll('.', '/')}/`}${file}`.toLowerCase();
  return `/${path.replaceAll('\\', '/')}`.toLowerCase().endsWith(wanted);
}
