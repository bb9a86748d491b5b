import { LaglensError } from '../../../../../core/errors.ts';
import { phrase } from '../../../../../core/text/phrase.ts';
import type { Xcrun } from './xcrun.ts';

/** Supports no system before iOS 17. */
export const FIRST_WITHOUT_OLD_IOS = 27;

interface XcodeVersion {
  /** 0 when unknown. */
  readonly major: number;
  /** Output as xcodebuild prints it. */
  readonly text: string;
}

/** Of the selected Xcode. @throws LaglensError without one */
export async function xcodeVersion(xcrun: Xcrun, signal: AbortSignal): Promise<XcodeVersion> {
  const said = await xcrun.text('xcodebuild', ['-version'], { purpose: phrase`Asking Xcode for its version`, signal });
  const version = /^Xcode (\S+)/m.exec(said)?.[1] ?? '';
  return { major: Number.parseInt(version, 10) || 0, text: said.trim().replaceAll('\n', ', ') };
}

/** 0 when unknown: developer images may still exist. */
export async function selectedMajor(xcrun: Xcrun, signal: AbortSignal): Promise<number> {
  try {
    return (await xcodeVersion(xcrun, signal)).major;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof LaglensError) return 0;
    throw error;
  }
}
