import { appClassPredicate, appPrefixesOf } from '../../../core/analysis/frames/app-classes.ts';
import { readSession } from '../../../core/session/file/reader.ts';
import { decodeInSteps } from '../../../core/session/file/replay.ts';
import { atOnce } from '../../../core/session/file/turns.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { inflateDriver, SessionFile } from '../../../host/session-file.ts';
import type { AppClasses } from '../../../protocol/page-protocol.ts';
import { diffCapture } from '../core/diff-capture.ts';
import { diffFrames, type FramedCapture, type FramesDiff } from '../core/diff-frames.ts';
import { diffSets, type SessionDiff } from '../core/diff-sets.ts';

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
}

/** Captures by path; the thread that asks for them ends with its comparison. */
const captures = new Map<string, FramedCapture>();

/** Reads a session file for `diffFiles`. Decodes without turns, so only a thread calls it. */
export async function readCapture({ path, name, thresholdUs, appClasses }: WantedCapture): Promise<void> {
  const file = await SessionFile.open(path);
  try {
    const model = new SessionModel();
    for await (const chunk of readSession(file, inflateDriver)) atOnce(decodeInSteps(chunk, model));
    const { packages, prefixes } = appClasses;
    const isAppClass = appClassPredicate({ packages, prefixes: [...prefixes, ...appPrefixesOf(model)] });
    captures.set(path, atOnce(diffCapture(model, { name, thresholdUs, isAppClass })));
  } finally {
    await file.close();
  }
}

/** Compares sets of captures, as `laglens diff` does. */
export function diffFiles({ before, now, thresholdUs }: WantedDiff): FilesDiff {
  const [was, is] = [before, now].map((paths) => paths.flatMap((path) => captures.get(path) ?? []));
  return { diff: atOnce(diffSets(was ?? [], is ?? [], thresholdUs)), frames: atOnce(diffFrames(was ?? [], is ?? [])) };
}
