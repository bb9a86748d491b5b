import type { CommandName } from './commands.ts';
import type { DoneStep } from './context-keys.ts';

interface WalkthroughStep {
  /** Also the name of its image in media/walkthrough. */
  readonly id: DoneStep;
  readonly title: string;
  /** A button that runs the command follows. */
  readonly description: string;
  /** The image in words. */
  readonly alt: string;
  /** Of the button. The step is ticked when it was done, by whatever way. */
  readonly command: CommandName;
}

export const walkthrough: { readonly title: string; readonly description: string; readonly steps: readonly WalkthroughStep[] } = {
  title: 'See why your app lags',
  description: 'Open a sample, capture your app, fix what is missing.',
  steps: [
    {
      id: 'sample',
      title: 'Open a recording',
      description: 'A list of lags, the main thread over time, and a flame graph of what it did. No phone, adb, Xcode or Java is needed.',
      alt: 'A list of lags beside a flame graph',
      command: 'openSample',
    },
    {
      id: 'capture',
      title: 'Capture your app',
      description:
        'Connect a phone with USB debugging and start a debuggable build of your app; or connect an iPhone to a Mac with Xcode, or boot a simulator, and build your app for it. Select both. Lags appear while they last; double-click a frame to open its line.',
      alt: 'A phone connected to the editor',
      command: 'start',
    },
    {
      id: 'diagnose',
      title: 'Not working?',
      description: 'Checks adb, device, app and agent, and tells you what to fix.',
      alt: 'A list of checks, one of them failed',
      command: 'diagnose',
    },
  ],
};
