import type { AgentFiles } from '../agent-files.ts';
import { AndroidProvider, type AndroidSettings } from '../android/android-provider.ts';
import type { DeviceProvider, SignedCopyRecorder } from '../device.ts';
import { IosProvider } from '../ios/ios-provider.ts';
import { mayHaveXcode, type XcrunSettings } from '../ios/xcode/xcrun/xcrun.ts';
import { JvmProvider } from '../jvm/jvm-provider.ts';
import { SimulatorProvider } from '../simulator/simulator-provider.ts';

export interface ProviderSettings {
  readonly android: AndroidSettings;
  readonly apple: XcrunSettings & { readonly workspaceFolders: readonly string[] };
  /** Remembers copies left on devices, beyond this program. */
  readonly copies?: SignedCopyRecorder;
}

/** One for each kind of device that this computer can reach. */
export function deviceProviders(files: AgentFiles, { android, apple, copies }: ProviderSettings): readonly DeviceProvider[] {
  const simulators = mayHaveXcode(apple) ? [new SimulatorProvider(files, apple)] : [];
  return [new AndroidProvider(files, android), new IosProvider(files, apple, copies), ...simulators, new JvmProvider(files)];
}
