import { MapVersion, mapVersionOf } from './map-version.ts';

export type MappingInformation =
  | { readonly kind: 'version'; readonly version: MapVersion; readonly name: string }
  | { readonly kind: 'sourceFile'; readonly fileName: string }
  /** Made by the compiler, and not shown in stacks. */
  | { readonly kind: 'synthesized' }
  /** Shared code of several methods, whose line belongs to the caller. */
  | { readonly kind: 'outline' }
  /** An outline's call: lines by position in the outline. */
  | { readonly kind: 'outlineCallsite'; readonly positions: ReadonlyMap<number, number> }
  /** Directly under one of these exceptions, so many innermost frames are not real. */
  | { readonly kind: 'rewriteFrame'; readonly thrown: readonly string[]; readonly removeInnerFrames: number }
  /** Such as `(La;I)V`; of a field without parentheses. */
  | { readonly kind: 'residualSignature'; readonly descriptor: string };

interface BadComment {
  readonly kind: 'bad';
  readonly expected: string;
}

const PREFIX = 'com.android.tools.r8.';

/**
 * Reads a line whose first letter is `#`.
 * @param version stated before; newer extras are ignored
 * @returns undefined for a comment for people
 */
export function parseMappingComment(line: string, version: MapVersion): MappingInformation | BadComment | undefined {
  const signature = usualText(line, SIGNATURE);
  if (signature !== undefined) return version >= MapVersion['2.2'] ? { kind: 'residualSignature', descriptor: signature } : undefined;
  const fileName = usualText(line, SOURCE_FILE);
  if (fileName !== undefined) return { kind: 'sourceFile', fileName };
  if (line === SYNTHESIZED) return version >= MapVersion['1.0'] ? synthesized : undefined;
  const [start = ''] = /^\s*#\s*(?=\{)/.exec(line) ?? [];
  if (start === '') return undefined;
  const comment = objectIn(line.slice(start.length));
  if (comment === undefined) return bad('a comment in JSON');
  switch (textOf(comment.id)) {
    case 'sourceFile':
      return sourceFile(comment.fileName);
    case `${PREFIX}mapping`:
      return statedVersion(comment.version);
    case `${PREFIX}synthesized`:
      return version >= MapVersion['1.0'] ? synthesized : undefined;
    case `${PREFIX}outline`:
      return version >= MapVersion['2.0'] ? { kind: 'outline' } : undefined;
    case `${PREFIX}outlineCallsite`:
      return version >= MapVersion['2.0'] ? outlineCallsite(comment.positions) : undefined;
    case `${PREFIX}rewriteFrame`:
      return version >= MapVersion['2.0'] ? rewriteFrame(comment.conditions, comment.actions) : undefined;
    case `${PREFIX}residualsignature`:
      return version >= MapVersion['2.2'] ? residualSignature(comment.signature) : undefined;
    default:
      return undefined;
  }
}

const SIGNATURE = `# {"id":"${PREFIX}residualsignature","signature":"`;

/** R8's own spelling. */
export const SYNTHESIZED = `# {"id":"${PREFIX}synthesized"}`;
const synthesized: MappingInformation = { kind: 'synthesized' };

const SOURCE_FILE = '# {"id":"sourceFile","fileName":"';

/** Nine in ten comments have a usual prefix. */
function usualText(line: string, begin: string): string | undefined {
  if (!line.startsWith(begin) || line.includes('\\')) return undefined;
  const end = line.indexOf('"', begin.length);
  return end === line.length - 2 && line.endsWith('}') ? line.slice(begin.length, end) : undefined;
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

function sourceFile(value: unknown): MappingInformation | undefined {
  const fileName = textOf(value);
  return fileName === undefined ? undefined : { kind: 'sourceFile', fileName };
}

function statedVersion(value: unknown): MappingInformation | BadComment {
  const name = textOf(value);
  return name === undefined ? bad('a version such as "2.2"') : { kind: 'version', version: mapVersionOf(name), name };
}

function outlineCallsite(value: unknown): MappingInformation | BadComment {
  if (!isObject(value)) return bad('“positions” of an outline');
  const positions = new Map<number, number>();
  for (const [from, to] of Object.entries(value)) {
    const line = Number(textOf(to));
    if (!/^-?\d{1,10}$/.test(from) || !Number.isInteger(line)) return bad('pairs of numbers as “positions”');
    positions.set(Number(from), line);
  }
  return { kind: 'outlineCallsite', positions };
}

function rewriteFrame(conditions: unknown, actions: unknown): MappingInformation | BadComment {
  if (!Array.isArray(conditions) || !Array.isArray(actions)) return bad('“conditions” and “actions” as lists');
  const thrown: string[] = [];
  for (const condition of conditions) {
    const [, name] = /^throws\(L([^;()]+);\)$/.exec(textOf(condition) ?? '') ?? [];
    if (name === undefined) return bad('conditions of the form throws(Lname;)');
    thrown.push(name.replaceAll('/', '.'));
  }
  let removeInnerFrames = 0;
  for (const action of actions) {
    const [, count] = /^removeInnerFrames\((\d{1,9})\)/.exec(textOf(action) ?? '') ?? [];
    if (count === undefined) return bad('actions of the form removeInnerFrames(1)');
    removeInnerFrames += Number(count);
  }
  return { kind: 'rewriteFrame', thrown, removeInnerFrames };
}

function residualSignature(value: unknown): MappingInformation | BadComment {
  const descriptor = textOf(value);
  if (descriptor === undefined) return bad('a “signature”');
  return { kind: 'residualSignature', descriptor };
}

function bad(expected: string): BadComment {
  return { kind: 'bad', expected };
}
