import { LaglensError } from '../../../../../core/errors.ts';
import type { Xcrun } from './xcrun.ts';

/** First Xcode that neither installs on nor debugs systems before iOS 17, and has no developer image of them. */
export const FIRST_WITHOUT_OLD_IOS = 27;

export interface XcodeVersion {
  /** The number before the first dot; 0 when unknown. */
  readonly major: number;
  /** Version and build as xcodebuild says them. */
  readonly text: string;
}

/** The version of the selected Xcode. Throws `LaglensError` when there is none. */
export async function xcodeVersion(xcrun: Xcrun, signal: AbortSignal): Promise<XcodeVersion> {
  const said = await xcrun.text('xcodebuild', ['-version'], { purpose: 'Asking Xcode for its version', signal });
  const version = /^Xcode (\S+)/m.exec(said)?.[1] ?? '';
  return { major: Number.parseInt(version, 10) || 0, text: said.trim().replaceAll('\n', ', ') };
}

/** The number before the first dot of the selected Xcode's version; 0 when it cannot be asked: developer images may be there all the same. */
export async function selectedMajor(xcrun: Xcrun, signal: AbortSignal): Promise<number> {
  try {
    return (await xcodeVersion(xcrun, signal)).major;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof LaglensError) return 0;
    throw error;
  }
}
