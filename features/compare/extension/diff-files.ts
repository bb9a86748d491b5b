import { appClassPredicate, appPrefixesOf } from '../../../core/analysis/frames/app-classes.ts';
import { AppMethods } from '../../../core/analysis/frames/app-methods.ts';
import { readSession } from '../../../core/session/file/reader.ts';
import { decodeInSteps } from '../../../core/session/file/replay.ts';
import { atOnce } from '../../../core/session/file/turns.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { inflateDriver, SessionFile } from '../../../host/session-file.ts';
import type { AppClasses } from '../../../protocol/page-protocol.ts';
import { type DiffedCapture, diffCapture } from '../core/diff-capture.ts';
import { diffFrames, type FramesDiff } from '../core/diff-frames.ts';
import { diffSets, type SessionDiff } from '../core/diff-sets.ts';
import { type FlameBoxes, flameBoxes } from '../core/flame/flame-boxes.ts';
import { treeFunctions } from '../core/flame/tree-functions.ts';
import type { KnownFunction } from '../core/lag-functions.ts';
import { treeDiff } from '../core/tree-diff.ts';

export interface WantedCapture {
  readonly path: string;
  readonly name: string;
  readonly thresholdUs: number;
  readonly appClasses: AppClasses;
}

export interface WantedDiff {
  /** Paths of captures that were read. */
  readonly before: readonly string[];
  readonly now: readonly string[];
  readonly thresholdUs: number;
}

export interface FilesDiff {
  readonly diff: SessionDiff;
  readonly frames: FramesDiff | undefined;
  /** Undefined if no capture has stacks of main. */
  readonly stacks: DiffedStacks | undefined;
}

interface DiffedStacks extends FlameBoxes {
  /** Those of the boxes that have a source. */
  readonly functions: readonly KnownFunction[];
}

export interface FileCapture extends DiffedCapture {
  /** Those of its tree that have a source. */
  readonly sources: readonly KnownFunction[];
}

/** Captures by path; the thread that asks for them ends with its comparison. */
const captures = new Map<string, FileCapture>();

/** Reads a session file for `diffFiles`. Decodes without turns, so only a thread calls it. */
export async function readCapture({ path, name, thresholdUs, appClasses }: WantedCapture): Promise<void> {
  const file = await SessionFile.open(path);
  try {
    const model = new SessionModel();
    for await (const chunk of readSession(file, inflateDriver)) atOnce(decodeInSteps(chunk, model));
    const { packages, prefixes } = appClasses;
    const isAppClass = appClassPredicate({ packages, prefixes: [...prefixes, ...appPrefixesOf(model)] });
    captures.set(path, atOnce(fileCapture(model, { name, thresholdUs, isAppClass })));
  } finally {
    await file.close();
  }
}

/** The capture of a session that the asking thread holds. */
export function takeCapture(path: string, capture: FileCapture): void {
  captures.set(path, capture);
}

export function* fileCapture(model: SessionModel, options: Parameters<typeof diffCapture>[1]): Generator<void, FileCapture> {
  const capture = yield* diffCapture(model, options);
  const app = new AppMethods(model, (name) => options.isAppClass(name));
  return { ...capture, sources: treeFunctions(model, capture.tree, app, capture.functions) };
}

/** Compares sets of captures, as `laglens diff` does. */
export function diffFiles({ before, now, thresholdUs }: WantedDiff): FilesDiff {
  const [was = [], is = []] = [before, now].map((paths) => paths.flatMap((path) => captures.get(path) ?? []));
  return {
    diff: atOnce(diffSets(was, is, thresholdUs)),
    frames: atOnce(diffFrames(was, is)),
    stacks: diffStacks(was, is),
  };
}

function diffStacks(before: readonly FileCapture[], now: readonly FileCapture[]): DiffedStacks | undefined {
  const treesOf = (side: readonly FileCapture[]) => side.map(({ tree, measured }) => ({ tree, observedUs: measured.observedUs }));
  const drawn = flameBoxes(treeDiff(treesOf(before), treesOf(now)));
  if (drawn === undefined) return undefined;
  const names = new Set(drawn.boxes.map(({ name }) => name));
  // Lines of the compared sessions, as these are of the sources now.
  const functions = new Map([...before, ...now].flatMap(({ sources }) => sources.map((each) => [each.key, each] as const)));
  return { ...drawn, functions: [...functions.values()].filter(({ key }) => names.has(key)) };
}
