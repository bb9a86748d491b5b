/** What is wrong with the phone, on request. All but `connection` can be changed while the phone runs. */
export interface Faults {
  /** `unauthorized`: nobody tapped "Allow"; `offline`: adbd accepts the connection and never says a word. */
  readonly connection?: 'unauthorized' | 'offline';
  /** A slow cable: at most so many bytes a second each way. */
  bytesPerSecond?: number | undefined;
  /** `run-as` ends with this message, as vendors' builds do ("run-as: Could not set capabilities: Operation not permitted"). */
  runAs?: string;
  /** The app is signed with the platform's key: its domain may not run code of its own folder. */
  platformSigned?: boolean;
  /** The vendor has switched the log off: it stays empty. */
  logOff?: boolean;
  /** The system has frozen the app in the background: whatever it is handed waits until it comes to the front. */
  frozen?: boolean;
  /** The app's class loader cannot load the agent and the runtime's own can, a moment later (translated ABIs). */
  firstLoaderFails?: boolean;
  /** The agent loads and cannot listen, which it logs. */
  agentFails?: boolean;
  /** SELinux does not let the app map the agent's library. */
  dlopenDenied?: boolean;
  /** No byte more fits on the data partition. */
  storageFull?: boolean;
  /** The app dies when an agent is attached. */
  diesAtAttach?: boolean;
  /** An attach is swallowed: nothing happens and nothing is logged. */
  attachSilent?: boolean;
  /** The keyguard is shown. */
  screenLocked?: boolean;
  /** `am` refuses what an input-injecting or debugging shell may do ("USB debugging (Security settings)" off, Xiaomi). */
  securitySettings?: boolean;
  /** This user's owner forbids debugging it (a work profile, a Secure Folder): adb's shell may not act in it. */
  restrictedUser?: number;
  /** The demo app is installed for this user, too, and started for it. */
  secondUser?: number;
  /** A debugger is attached to the app: LLDB traces its process, one for Java is a thread of the app's own and shows nowhere in /proc. */
  debugger?: 'java' | 'native';
  /** The app's first activity runs in a process of this name (`android:process`), beside the main one. */
  activityProcess?: string;
}
