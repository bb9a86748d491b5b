import type { Confidence, SymbolFrame } from '../../core/symbols/bytes/symbol-frame.ts';
import type { AddressFrames } from '../../core/symbols/image/image-frames.ts';
import type { Demangler } from '../../core/symbols/names/demangler.ts';
import type { NamedAnswer, NamedFrames } from './symbol-questions.ts';

const confidences: Readonly<Record<Confidence, NamedAnswer['confidence']>> = { unknown: 0, nearest: 1, exact: 2 };

/** Addresses' frames with names that people read. */
export function addressAnswers(found: readonly AddressFrames[], demangler: Demangler): readonly NamedAnswer[] {
  return found.map(({ confidence, frames }) => ({
    confidence: confidences[confidence],
    others: 0,
    frames: frames.map((frame) => namedFrame(frame, demangler)),
    isOutline: false,
  }));
}

function namedFrame({ name, file, line, column }: SymbolFrame, demangler: Demangler): NamedFrames[number] {
  const { full, short } = name === undefined ? { full: '?', short: '?' } : demangler.demangle(name);
  return { class: '', name: full, short, signature: '', file: file ?? '', line: line ?? 0, column: column ?? 0 };
}
