import { LaglensError } from '../../../../../core/errors.ts';
import type { ToolAnswer } from './xcrun.ts';

/** EX_OSFILE of sysexits.h. */
const NO_TOOL = 72;
/** EX_UNAVAILABLE, before the licence is accepted. */
const NO_LICENSE = 69;

/**
 * xcrun's reasons for not starting a tool: no Xcode, only Command Line Tools, or no accepted licence. Undefined for
 * the tool's own errors.
 */
export function xcodeTrouble(said: ToolAnswer, tool: string, purpose: string): LaglensError | undefined {
  const { code, stdout, stderr } = said;
  if (code === 0) return undefined;
  const output = `${stderr}\n${stdout}`.trim();
  if (code === NO_LICENSE || /agree(?:d)? to the Xcode (?:and Apple SDKs )?license/i.test(stderr)) {
    return new LaglensError({
      code: 'xcode-license',
      message: `${purpose} did not work: the licence of this Xcode was not accepted yet.`,
      next: 'Run “sudo xcodebuild -license accept” in a terminal, or start Xcode once.',
      action: 'retry',
      output,
    });
  }
  if (/xcrun: error: (?:invalid|missing|active) .*developer/i.test(stderr) || /no developer tools were found/i.test(stderr)) {
    return new LaglensError({
      code: 'xcode-missing',
      message: `${purpose} did not work: there is no Xcode at the place that is selected.`,
      next: 'Install Xcode from the App Store and start it once; if it is there, run “sudo xcode-select -s /Applications/Xcode.app”.',
      action: 'retry',
      output,
    });
  }
  if (code === NO_TOOL || /xcrun: error: unable to find utility/i.test(stderr)) {
    return new LaglensError({
      code: 'xcode-missing',
      message: `${purpose} did not work: the selected developer tools hold no ${tool}; they are the Command Line Tools, or an old Xcode.`,
      next: 'Install Xcode and select it: “sudo xcode-select -s /Applications/Xcode.app”. devicectl needs Xcode 15.',
      action: 'retry',
      output,
    });
  }
  return undefined;
}
