import { parentPort } from 'node:worker_threads';
import { explain, LaglensError } from '../../core/errors.ts';
import type { Confidence, SymbolFrame } from '../../core/symbols/bytes/symbol-frame.ts';
import type { AddressFrames, ImageFrames } from '../../core/symbols/image/image-frames.ts';
import type { Demangler } from '../../core/symbols/names/demangler.ts';
import { loadDemangler } from '../demangler-files.ts';
import { withClassSources } from './class-folders.ts';
import { OpenSymbols } from './open-symbols.ts';
import { mappingFits, originalClassName, retraceFrames } from './retrace-frames.ts';
import {
  type AskedQuestion,
  type FileFailure,
  type GivenAnswer,
  type NamedAnswer,
  type NamedFrames,
  NO_LINE,
  type SymbolAnswers,
  type SymbolQuestion,
} from './symbol-questions.ts';

/**
 * Bytes of open files and their unpacked parts. A Java VM's debug information unpacks to half of it. One question may
 * unpack a file and an archive's largest libraries in turn.
 */
const LIMITS = { held: 1 << 30, perQuestion: 4 * 2 ** 30 };

const symbols = new OpenSymbols(LIMITS);
let demangler: Promise<Demangler> | undefined;

async function answer(question: SymbolQuestion): Promise<SymbolAnswers[keyof SymbolAnswers]> {
  symbols.beginQuestion();
  switch (question.ask) {
    case 'identify':
      return symbols.identify(question.path, question.kind);
    case 'fits':
      return symbols.run(mappingFits(symbols.mapping(question.path, question.version), question.methods));
    case 'retrace': {
      const mapping = symbols.mapping(question.path, question.version);
      const classes = question.classes.map((name) => originalClassName(mapping, name));
      const folders = symbols.classFolders(question.path);
      const answers = symbols.run(retraceFrames(mapping, question.stacks));
      const sourcesOf = (name: string): ReturnType<typeof folders.sources> => folders.sources(name);
      return { frames: answers.map((answer) => answer && withClassSources(answer, mapping, sourcesOf)), classes };
    }
    case 'addresses': {
      const native = symbols.native(question.path, question.entry, question.id);
      demangler ??= loadDemangler();
      const answers = addressAnswers(
        symbols.run(native.resolveAll(question.offsets.map((offset) => native.asLinked(offset)))),
        await demangler,
      );
      return { answers, problems: problemsOf(native) };
    }
  }
}

/** Gaps of the right file. */
function problemsOf({ problems, leftOut }: ImageFrames): readonly string[] {
  return [
    ...(leftOut !== undefined && leftOut.splitUnits > 0
      ? [`The functions of ${leftOut.splitUnits} units are in .dwo files (-gsplit-dwarf), which are not read: link them into this file.`]
      : []),
    ...(leftOut?.supplementary === true ? ['Some names are in a second file that dwz made, which is not read.'] : []),
    ...problems.map(({ message }) => message),
  ];
}

function failureOf(error: unknown): FileFailure {
  if (error instanceof LaglensError) return { code: error.code, message: error.message, next: error.next };
  return { code: 'internal', message: `Laglens made a mistake: ${explain(error)}`, next: 'Please report it together with the log.' };
}

/** Questions share open files, so they run in turn. */
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', ({ number, question }: AskedQuestion) => {
  last = last.then(async () => {
    const begun = performance.now();
    let given: GivenAnswer;
    try {
      given = {
        number,
        answer: { ask: question.ask, value: await answer(question) },
        tookUs: Math.round((performance.now() - begun) * 1000),
      };
    } catch (error) {
      given = { number, failure: failureOf(error) };
    }
    parentPort?.postMessage(given);
  });
});

const confidences: Readonly<Record<Confidence, NamedAnswer['confidence']>> = { unknown: 0, nearest: 1, exact: 2 };

/** Frames with readable names. */
function addressAnswers(found: readonly AddressFrames[], demangler: Demangler): readonly NamedAnswer[] {
  return found.map(({ confidence, frames }) => ({
    confidence: confidences[confidence],
    others: 0,
    frames: frames.map((frame) => namedFrame(frame, demangler)),
    isOutline: false,
  }));
}

function namedFrame({ name, file, line, column }: SymbolFrame, demangler: Demangler): NamedFrames[number] {
  const { full, short } = name === undefined ? { full: '?', short: '?' } : demangler.demangle(name);
  return { class: '', name: full, short, signature: '', file: file ?? '', line: line ?? NO_LINE, column: column ?? NO_LINE };
}
