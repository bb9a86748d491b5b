import { BigEndian } from './big-endian.ts';
import { readConstants } from './constant-pool.ts';

/** In bytes; compilers make no larger class file. */
export const MOST_CLASS_BYTES = 4 << 20;

/**
 * The path in a folder of classes. Undefined for other names: a session's must neither leave the folder nor act as a pattern.
 * @param className with dots, as in the sources
 */
export function classFilePath(className: string): string | undefined {
  if (!/^[\p{L}\p{N}_$-]+(?:\.[\p{L}\p{N}_$-]+)*$/u.test(className)) return undefined;
  return `${className.replaceAll('.', '/')}.class`;
}

export interface ClassSources {
  /** Value of the SourceFile attribute; '' without one. */
  readonly sourceFile: string;
  /** SourceDebugExtension, a source map by JSR-45; '' without one. */
  readonly sourceMap: string;
  readonly methods: readonly { readonly name: string; readonly lines: ReadonlySet<number> }[];
}

const MAGIC = 0xcafebabe;

/**
 * The Java Virtual Machine Specification, 4.1.
 * @param file for errors
 * @throws SymbolError for damaged files
 */
export function readClassSources(bytes: Uint8Array, file: string): ClassSources {
  const reader = new BigEndian(bytes, file);
  if (reader.u32() !== MAGIC) throw reader.failed('a class file');
  reader.skip(4);
  const textAt = readConstants(reader);
  reader.skip(6);
  reader.skip(reader.u16() * 2);
  readMembers(reader, textAt);
  const methods = readMembers(reader, textAt);
  let [sourceFile, sourceMap] = ['', ''];
  forEachAttribute(reader, textAt, (name, length) => {
    if (name === 'SourceFile') sourceFile = textAt(reader.u16());
    if (name === 'SourceDebugExtension') sourceMap = decoder.decode(bytes.subarray(reader.at, reader.at + length));
  });
  return { sourceFile, sourceMap, methods };
}

const decoder = new TextDecoder();
type TextAt = (index: number) => string;

/** Fields or methods (4.5, 4.6). */
function readMembers(reader: BigEndian, textAt: TextAt): ClassSources['methods'] {
  return Array.from({ length: reader.u16() }, () => {
    reader.skip(2);
    const name = textAt(reader.u16());
    reader.skip(2);
    const lines = new Set<number>();
    forEachAttribute(reader, textAt, (attribute) => {
      if (attribute === 'Code') readLines(reader, textAt, lines);
    });
    return { name, lines };
  });
}

/** 4.7.3 and 4.7.12. */
function readLines(reader: BigEndian, textAt: TextAt, lines: Set<number>): void {
  reader.skip(4);
  reader.skip(reader.u32());
  reader.skip(reader.u16() * 8);
  forEachAttribute(reader, textAt, (name) => {
    if (name !== 'LineNumberTable') return;
    for (let left = reader.u16(); left > 0; left--) {
      reader.skip(2);
      lines.add(reader.u16());
    }
  });
}

/** Attributes (4.7); `take` reads one. */
function forEachAttribute(reader: BigEndian, textAt: TextAt, take: (name: string, length: number) => void): void {
  for (let left = reader.u16(); left > 0; left--) {
    const name = textAt(reader.u16());
    const length = reader.u32();
    reader.within(length, () => take(name, length));
  }
}
