/** Lines of people's sources are shorter; tools put whole programs on line 1. */
const MINIFIED_COLUMN = 200;
/** Files that tools make of many. */
const BUNDLE = /\.(?:bundle|jsbundle|hbc|min\.js)(?:$|[?#])/;
const MOST_LETTERS = 4_096;

interface CodePlace {
  readonly file: string;
  readonly line: number;
}

/**
 * The place of a function's code. In code on one line only the column tells functions apart, so it stays with the file:
 * `index.android.bundle:1:3120`.
 * @param line from 1, 0 if unknown
 * @param column from 1, 0 if unknown
 */
export function codePlace(url: string, line: number, column: number): CodePlace {
  const isMinified = line === 1 && column > 0 && url !== '' && (column >= MINIFIED_COLUMN || BUNDLE.test(url.slice(0, MOST_LETTERS)));
  return isMinified ? { file: `${url}:${line}:${column}`, line: 0 } : { file: url, line };
}
