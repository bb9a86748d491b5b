/** `end` is exclusive. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

export interface FrameLine {
  readonly kind: 'frame';
  readonly className: Span;
  readonly methodName: Span;
  readonly sourceFile: Span;
  /** With its colon. */
  readonly line: Span;
}

/** Such as an exception. */
interface ClassLine {
  readonly kind: 'class';
  readonly className: Span;
}

/** Finds names by the default regular expression of R8's Retrace, but in linear time. */
export function parseStackTraceLine(line: string): FrameLine | ClassLine | undefined {
  const usual = parseUsualFrame(line);
  if (usual !== undefined) return usual;
  // Any letter, in R8's expression, excludes these.
  if (/[\r\n\u0085\u2028\u2029]/.test(line)) return undefined;
  return parseFrame(line) ?? parseClass(line);
}

/** 1 for usual letters; a table is quicker than an expression. */
const inNames = Uint8Array.from({ length: 128 }, (_, code) => Number(/[\w$.]/.test(String.fromCharCode(code))));
const [TAB, SPACE, OPEN, CLOSE, DOT, ZERO, NINE, COLON, LOWER_A, LOWER_T] = [9, 32, 40, 41, 46, 48, 57, 58, 97, 116];

/** `    at a.b.c(SourceFile:12)` and nothing else: nearly every line. Undefined for others. */
function parseUsualFrame(line: string): FrameLine | undefined {
  let at = 0;
  while (line.charCodeAt(at) === SPACE || line.charCodeAt(at) === TAB) at++;
  if (line.charCodeAt(at) !== LOWER_A || line.charCodeAt(at + 1) !== LOWER_T || line.charCodeAt(at + 2) !== SPACE) return undefined;
  const begin = at + 3;
  let dot = -1;
  for (at = begin; inNames[line.charCodeAt(at)] === 1; at++) if (line.charCodeAt(at) === DOT) dot = at;
  const end = at;
  if (
    dot <= begin ||
    dot + 1 === end ||
    line.charCodeAt(end) !== OPEN ||
    isDigit(line.charCodeAt(begin)) ||
    isDigit(line.charCodeAt(dot + 1))
  ) {
    return undefined;
  }
  let colon = -1;
  for (at = end + 1; inNames[line.charCodeAt(at)] === 1 || line.charCodeAt(at) === COLON; at++) {
    if (line.charCodeAt(at) === COLON) colon = at;
    else if (colon >= 0 && !isDigit(line.charCodeAt(at))) return undefined;
  }
  if (line.charCodeAt(at) !== CLOSE || at + 1 !== line.length || colon === at - 1) return undefined;
  const fileEnd = colon < 0 ? at : colon;
  return {
    kind: 'frame',
    className: { begin, end: dot },
    methodName: { begin: dot + 1, end },
    sourceFile: { begin: end + 1, end: fileEnd },
    line: { begin: fileEnd, end: at },
  };
}

const name = /[^ \t\n\v\f\r\d[\];:()<>][^ \t\n\v\f\r[\];:()<>]*/y;
const blanks = /[ \t\n\v\f\r]*/y;

/** The first `at` as a word with blanks, a class, a point, a method and a parenthesis behind it. */
function parseFrame(line: string): FrameLine | undefined {
  const close = closingParenthesis(line);
  if (close < 0) return undefined;
  for (let at = line.indexOf('at'); at >= 0 && at < close; at = line.indexOf('at', at + 1)) {
    if (at > 0 && isWordBefore(line, at)) continue;
    const begin = endOf(blanks, line, at + 2);
    if (begin === at + 2) continue;
    const end = endOf(name, line, begin);
    const methods = methodIn(line, begin, end);
    if (methods === undefined) continue;
    const open = endOf(blanks, line, methods.end);
    if (line[open] !== '(' || open >= close) continue;
    const className = lastOfPath(line, { begin, end: methods.begin - 1 });
    return { kind: 'frame', className, methodName: methods, ...placeIn(line, open + 1, close) };
  }
  return undefined;
}

/** Behind the last point without a digit after it. */
function methodIn(line: string, begin: number, end: number): Span | undefined {
  if (end <= begin + 1) return undefined;
  if (line[end - 1] === '.') {
    const special = ['<init>', '<clinit>'].find((one) => line.startsWith(one, end));
    if (special !== undefined) return { begin: end, end: end + special.length };
  }
  for (let dot = line.lastIndexOf('.', end - 2); dot > begin; dot = line.lastIndexOf('.', dot - 1)) {
    const first = line.charCodeAt(dot + 1);
    if (first < 0x30 || first > 0x39) return { begin: dot + 1, end };
  }
  return undefined;
}

/** The last `)` with only blanks, or blanks and `~[…]`, behind it; -1 without one. */
function closingParenthesis(line: string): number {
  const end = beforeSeparators(line, line.length);
  if (line[end - 1] === ')') return end - 1;
  if (!line.endsWith(']')) return -1;
  for (let at = line.lastIndexOf('~['); at > 0; at = line.lastIndexOf('~[', at - 1)) {
    const before = beforeSeparators(line, at);
    if (line[before - 1] === ')') return before - 1;
    if (before < at) at = before;
  }
  return -1;
}

function beforeSeparators(line: string, from: number): number {
  let end = from;
  while (end > 0 && /\p{Z}/u.test(line.charAt(end - 1))) end--;
  return end;
}

function placeIn(line: string, begin: number, end: number): Pick<FrameLine, 'sourceFile' | 'line'> {
  let colon = end;
  while (colon > begin && isDigit(line.charCodeAt(colon - 1))) colon--;
  const fileEnd = colon < end && colon > begin && line[colon - 1] === ':' ? colon - 1 : end;
  return { sourceFile: { begin, end: fileEnd }, line: { begin: fileEnd, end } };
}

/** At the line's begin or behind a colon or quote, followed by nothing, a colon or a bracket. */
function parseClass(line: string): ClassLine | undefined {
  const found = classBehindClass(line) ?? classBehindAnything(line) ?? classAt(line, 0);
  if (found === undefined || isSuppressed(line, found)) return undefined;
  return { kind: 'class', className: lastOfPath(line, found) };
}

/** R8 takes the first of two classes. */
function classBehindClass(line: string): Span | undefined {
  const end = endOf(name, line, 0);
  // A quote may be the last letter of a name.
  for (const separator of [end, end - 1]) {
    if (separator < 1 || (line[separator] !== ':' && line[separator] !== '"')) continue;
    const second = endOf(blanks, line, separator + 1);
    const behind = second > separator + 1 ? classAt(line, second) : undefined;
    if (behind === undefined) continue;
    const first = { begin: 0, end: separator };
    return isSuppressed(line, first) ? behind : first;
  }
  return undefined;
}

function classBehindAnything(line: string): Span | undefined {
  for (let at = line.length - 1; at >= 0; at--) {
    if (line[at] !== ':' && line[at] !== '"') continue;
    const begin = endOf(blanks, line, at + 1);
    const found = begin > at + 1 ? classAt(line, begin) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function classAt(line: string, begin: number): Span | undefined {
  const end = endOf(name, line, begin);
  if (end === begin || (end < line.length && line[end] !== ':' && line[end] !== ']')) return undefined;
  return { begin, end };
}

/** `Suppressed` is a word before an exception, not a class. */
function isSuppressed(line: string, { begin, end }: Span): boolean {
  return line.slice(begin, end) === 'Suppressed';
}

/** Class loaders and modules precede the class, each with a slash. */
function lastOfPath(line: string, { begin, end }: Span): Span {
  const slash = line.lastIndexOf('/', end - 1);
  return { begin: Math.max(begin, slash + 1), end };
}

function endOf(pattern: RegExp, line: string, begin: number): number {
  pattern.lastIndex = begin;
  return begin + (pattern.exec(line)?.[0].length ?? 0);
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isWordBefore(line: string, at: number): boolean {
  return /[\p{L}\p{Nd}_]/u.test(line.charAt(at - 1));
}
