/** A process of the phone. Apps that really run have this computer's pid; others exist only in the table. */
export interface PhoneProcess {
  readonly pid: number;
  readonly parent: number;
  readonly uid: number;
  readonly user: string;
  /** The command line's first word: an app's process name. */
  readonly name: string;
  /** Its package. */
  readonly app?: string;
}

/** Runs before any app. Numbers above Linux's default maximum are free on this computer. */
const PRETENDED = 5_000_000;

/** The demo app's main process, while its activity runs in another. */
export const BESIDE_PID = PRETENDED + 20;
/** The owner's process of the demo app, while another user's is the real one. */
export const OWNERS_PID = PRETENDED + 21;
/** The sample app's second process. */
export const REMOTE_PID = PRETENDED + 22;

export function systemProcesses(): PhoneProcess[] {
  const system = (pid: number, uid: number, user: string, name: string, parent = 1): PhoneProcess => ({ pid, parent, uid, user, name });
  return [
    { pid: 1, parent: 0, uid: 0, user: 'root', name: 'init' },
    system(PRETENDED + 1, 1036, 'logd', '/system/bin/logd'),
    system(PRETENDED + 2, 0, 'root', 'zygote64'),
    system(PRETENDED + 3, 2000, 'shell', '/system/bin/adbd'),
    system(PRETENDED + 4, 1000, 'system', 'system_server', PRETENDED + 2),
  ];
}

/**
 * Apps that always run: one not debuggable, one with an own process name and an isolated one (ids 99000 and above, AOSP
 * Process.FIRST_ISOLATED_UID), one whose main process has another name, one in the work profile.
 */
export function appProcesses(): PhoneProcess[] {
  const app = (pid: number, uid: number, user: string, name: string, of = name.split(':')[0] ?? name): PhoneProcess => ({
    pid: PRETENDED + pid,
    parent: PRETENDED + 2,
    uid,
    user,
    name,
    app: of,
  });
  return [
    app(11, 10050, 'u0_a50', 'com.android.systemui'),
    app(12, 10124, 'u0_a124', 'com.example.bank'),
    app(13, 10125, 'u0_a125', 'com.example.player'),
    app(14, 10125, 'u0_a125', 'com.example.player:playback'),
    app(16, 10125, 'u0_a125', 'org.sample.decoder', 'com.example.player'),
    app(17, 99012, 'u0_i9012', 'com.example.player:sandboxed_process0:com.example.player.Parser', 'com.example.player'),
    app(18, 10127, 'u0_a127', 'org.sample.station', 'com.example.radio'),
    app(19, 10127, 'u0_a127', 'com.example.radio:sync'),
    app(15, 1_010_126, 'u10_a126', 'com.example.notes'),
  ];
}
