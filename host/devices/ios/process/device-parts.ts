import type { LaglensError } from '../../../../core/errors.ts';
import type { AgentFiles } from '../../agent-files.ts';
import type { SignedCopyRecorder } from '../../device.ts';
import type { Iphone } from '../phone/iphone.ts';
import type { IphoneFacts } from '../phone/iphone-facts.ts';
import type { XcodePlaces } from '../xcode/developer-image/find-image.ts';
import type { Devicectl } from '../xcode/devicectl/devicectl.ts';
import type { Xcrun } from '../xcode/xcrun/xcrun.ts';
import type { ProcessTable } from './ios-process-table.ts';

/** One device and all that leads to it. */
export interface DeviceParts {
  readonly facts: IphoneFacts;
  readonly iphone: Iphone;
  readonly xcrun: Xcrun;
  readonly devicectl: Devicectl;
  /** Why Xcode cannot be used; undefined when it can. */
  readonly xcodeTrouble: LaglensError | undefined;
  readonly files: AgentFiles;
  /** Where Xcode's developer images are looked for. */
  readonly xcodes: XcodePlaces;
  readonly processes: ProcessTable;
  /** Left out where a copy that is left behind is not remembered. */
  readonly notes?: SignedCopyRecorder;
}
