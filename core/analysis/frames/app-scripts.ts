import { APP_SECTION, type Method } from '../../session/names/method-table.ts';
import { isNoName } from './no-name.ts';

/** Node's and browsers' own code, generated code, extensions, and installed packages. */
const FOREIGN =
  /^(?:node|internal|chrome|chrome-extension|moz-extension|safari-web-extension|extensions):|^internal\/|^<|(?:^|[\\/])(?:node_modules|site-packages|dist-packages|\.vscode(?:-server)?[\\/]extensions)[\\/]/;
/** Paths are cut at some thousand letters anyway. */
const MOST_LETTERS = 8_192;

/**
 * True for an app's own functions among those without classes and libraries, as profiles of scripts have them, and for trace sections that
 * it names. The file of a function decides; it may be a path or an address.
 */
export function isAppScript({ class: className, image, name, sourceFile, modifiers }: Method): boolean {
  if ((modifiers & APP_SECTION) !== 0) return className === '';
  if (className !== '' || image !== 0 || sourceFile === '' || isNoName(name)) return false;
  return !FOREIGN.test(sourceFile.slice(0, MOST_LETTERS));
}
