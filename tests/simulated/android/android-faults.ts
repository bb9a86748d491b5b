/** Faults of the phone. All but `connection` can change while it runs. */
export interface Faults {
  /** `unauthorized`: nobody tapped "Allow"; `offline`: adbd accepts the connection and stays silent. */
  readonly connection?: 'unauthorized' | 'offline';
  /** A slow cable: limit each way. */
  bytesPerSecond?: number | undefined;
  /** `run-as` ends with this message, as in vendors' builds ("run-as: Could not set capabilities: Operation not permitted"). */
  runAs?: string;
  /** Signed with the platform's key, whose domain may not run code of its own folder. */
  platformSigned?: boolean;
  /** The vendor disabled the log: it stays empty. */
  logOff?: boolean;
  /** The system froze the background app: requests wait until it is in front. */
  frozen?: boolean;
  /** The app's class loader cannot load the agent, the runtime's own can, a moment later (translated ABIs). */
  firstLoaderFails?: boolean;
  /** The agent loads, cannot listen, and logs that. */
  agentFails?: boolean;
  /** SELinux denies the app to map the agent's library. */
  dlopenDenied?: boolean;
  /** The data partition is full. */
  storageFull?: boolean;
  /** The app dies when an agent is attached. */
  diesAtAttach?: boolean;
  /** An attach has no effect and no log. */
  attachSilent?: boolean;
  /** The keyguard is shown. */
  screenLocked?: boolean;
  /** `am` refuses input-injecting and debugging shells ("USB debugging (Security settings)" off, Xiaomi). */
  securitySettings?: boolean;
  /** This user's owner forbids debugging (a work profile, a Secure Folder): adb's shell may not act in it. */
  restrictedUser?: number;
  /** The demo app is installed and started for this user, too. */
  secondUser?: number;
  /** A debugger in the app: LLDB traces its process; Java's is a thread of the app and not in /proc. */
  debugger?: 'java' | 'native';
  /** The first activity runs in this process (`android:process`), beside the main one. */
  activityProcess?: string;
}
