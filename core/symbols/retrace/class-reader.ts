import type { MappedRange, MethodCandidate, MethodNaming, ResidualSignature } from './class-mapping.ts';
import { parseMethodDescriptor } from './descriptor.ts';
import type { MapVersion } from './map-version.ts';
import { type MappingInformation, parseMappingComment } from './mapping-comment.ts';
import type { MemberLine, MemberLineReader } from './member-line.ts';
import { type MethodText, renamed } from './method-text.ts';
import { overloadsOf } from './overloads.ts';
import { firstLetter, lineEnd, trimmedEnd } from './text-lines.ts';

export interface BadLine {
  /** From the begin of the class's lines. */
  readonly offset: number;
  readonly expected: string;
}

/** A comment belongs to the lines right above it and to their whole method, as in R8's reader. */
export class ClassReader {
  readonly #version: MapVersion;
  readonly #ranges = new Map<string, MappedRange[]>();
  readonly #namings = new Map<string, MethodNaming>();
  /** The next line decides whether this is a method, or inlined into one. */
  #pending: MemberLine | undefined;
  #counted: (Pick<MethodNaming, 'residualName'> & { readonly original: MethodText; readonly naming: MethodNaming | undefined }) | undefined;
  #activeRange: MappedRange | undefined;
  #at = 0;
  #members: MemberLineReader | undefined;
  #information: MappingInformation[] = [];
  #residual: { readonly isMethod: boolean; readonly signature: ResidualSignature } | undefined;

  /** @param version stated before */
  constructor(version: MapVersion) {
    this.#version = version;
  }

  beginBlock(members: MemberLineReader): void {
    this.#endBlock();
    this.#members = members;
  }

  get at(): number {
    return this.#at;
  }

  /** @returns the expected text for an unusable line; `end` when a new map begins */
  take(begin: number): string | undefined {
    const members = this.#members;
    if (members === undefined) return undefined;
    const found = members.readUsual(begin) ?? this.#takeOther(members, begin);
    if (typeof found !== 'object') return found;
    this.#at = members.at + 1;
    if (found.isMethod) this.#addRange(found);
    const before = this.#pending;
    // Equal ranges in a row, with a single line as the call's place, are one place with inlined calls.
    const inlinedInto = before !== undefined && sameName(before, found) && sameMinified(before, found) && found.original?.single === true;
    if (before !== undefined && !inlinedInto) this.#count(before);
    this.#pending = found;
    return undefined;
  }

  /** In the map's order; undefined when no line has it. */
  overloads(name: string): readonly MethodCandidate[] | undefined {
    this.#endBlock();
    const ranges = this.#ranges.get(name);
    return ranges && overloadsOf(ranges, this.#namings);
  }

  #takeOther(members: MemberLineReader, begin: number): MemberLine | string | undefined {
    const { bytes } = members.lines;
    const newline = lineEnd(bytes, begin);
    this.#at = newline + 1;
    const end = trimmedEnd(bytes, begin, newline);
    const first = firstLetter(bytes, begin, end);
    if (first === end) return undefined;
    if (bytes[first] === HASH) return this.#takeComment(members.lines.slice(first, end));
    return members.readAny(begin, end, newline) ?? 'a member such as “1:3:void name(int):10:12 -> a”';
  }

  #endBlock(): void {
    if (this.#pending !== undefined) this.#count(this.#pending);
    this.#pending = undefined;
    this.#counted = undefined;
    this.#activeRange = undefined;
  }

  #takeComment(line: string): string | undefined {
    const information = parseMappingComment(line, this.#version);
    if (information === undefined) return undefined;
    if (information.kind === 'bad') return information.expected;
    if (information.kind === 'version') return 'end';
    if (this.#pending === undefined) return undefined;
    const range = this.#activeRange;
    if (information.kind === 'residualSignature') return this.#takeResidual(information.descriptor, this.#pending.residualName);
    // The first of a kind counts.
    if (range !== undefined && !range.information.some(({ kind }) => kind === information.kind)) {
      range.information = [...range.information, information];
    }
    this.#information.push(information);
    return undefined;
  }

  #takeResidual(descriptor: string, residualName: string): string | undefined {
    const isMethod = descriptor.startsWith('(');
    const range = this.#activeRange;
    const types = isMethod ? parseMethodDescriptor(descriptor) : undefined;
    if (isMethod && types === undefined) return 'a descriptor such as “(La;I)V”';
    const method = types === undefined ? descriptor : `${types.returnType} ${residualName}(${types.parameters})`;
    this.#residual = { isMethod, signature: { method, descriptor } };
    if (range === undefined) return undefined;
    if (!isMethod) {
      this.#residual = undefined;
      return undefined;
    }
    if (this.#counted?.original !== range.method) range.residual = { method, descriptor };
    return undefined;
  }

  #addRange(range: MappedRange): void {
    const { method, residualName } = range;
    const above = this.#activeRange;
    if (above !== undefined && above.method === method && above.residualName === residualName) range.residual = above.residual;
    else if (this.#counted?.original === method) range.residual = this.#counted.naming?.residual;
    this.#activeRange = range;
    const ranges = this.#ranges.get(residualName);
    if (ranges === undefined) this.#ranges.set(residualName, [range]);
    else ranges.push(range);
  }

  #count(line: MemberLine): void {
    const last = this.#counted;
    const isNew =
      line.minified === undefined || last === undefined || last.residualName !== line.residualName || last.original !== line.method;
    if (isNew) {
      const naming = line.isMethod ? this.#namingOf(line) : undefined;
      // Two methods can share name and types if one was inlined everywhere. They count as one.
      this.#counted = { residualName: line.residualName, original: naming?.method ?? line.method, naming };
    }
    const naming = this.#counted?.naming;
    if (naming !== undefined) {
      naming.synthesized ||= this.#information.some(({ kind }) => kind === 'synthesized');
      naming.outline ||= this.#information.some(({ kind }) => kind === 'outline');
    }
    this.#residual = undefined;
    this.#information = [];
  }

  #namingOf(line: MemberLine): MethodNaming {
    const residual = this.#residual?.isMethod
      ? this.#residual.signature
      : { method: renamed(line.method, line.residualName), descriptor: undefined };
    const known = this.#namings.get(residual.method);
    if (known !== undefined) return known;
    const naming = { method: line.method, residualName: line.residualName, residual, synthesized: false, outline: false };
    this.#namings.set(residual.method, naming);
    return naming;
  }
}

const HASH = 35;

function sameName(a: MemberLine, b: MemberLine): boolean {
  return a.residualName === b.residualName;
}

function sameMinified({ minified: a }: MemberLine, { minified: b }: MemberLine): boolean {
  return a !== undefined && b !== undefined && a.from === b.from && a.to === b.to;
}
