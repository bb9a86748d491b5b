import type { LaglensError } from '../../../../core/errors.ts';
import type { AgentFiles } from '../../agent-files.ts';
import type { SignedCopyRecorder } from '../../device.ts';
import type { ProcessTable } from '../apps/ios-process-table.ts';
import type { Iphone } from '../phone/iphone.ts';
import type { IphoneFacts } from '../phone/iphone-facts.ts';
import type { XcodePlaces } from '../xcode/developer-image/find-image.ts';
import type { Devicectl } from '../xcode/devicectl/devicectl.ts';
import type { Xcrun } from '../xcode/xcrun/xcrun.ts';

export interface DeviceParts {
  readonly facts: IphoneFacts;
  readonly iphone: Iphone;
  readonly xcrun: Xcrun;
  readonly devicectl: Devicectl;
  /** Undefined when Xcode works. */
  readonly xcodeTrouble: LaglensError | undefined;
  readonly files: AgentFiles;
  readonly xcodes: XcodePlaces;
  readonly processes: ProcessTable;
  /** Without it, copies are not remembered. */
  readonly notes?: SignedCopyRecorder;
}
