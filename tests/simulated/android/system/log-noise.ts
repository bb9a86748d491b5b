import type { PhoneLog, Priority } from './phone-log.ts';

type Line = readonly [Priority, string, string];

/** Other processes' lines; real phones log some thousands a second. */
const others: readonly Line[] = [
  ['D', 'SurfaceFlinger', 'setTransactionState: 12 layers'],
  ['V', 'WindowManager', 'Relayout Window{5d1b3a2 u0 NotificationShade}: viewVisibility=4 req=1080x2400'],
  ['I', 'ActivityManager', 'Killing 5000901:com.example.other/u0a140 (adj 985): empty #31'],
  ['E', 'ActivityThread', 'Failed to find provider info for com.example.other.provider'],
  ['W', 'libc', 'Access denied finding property "vendor.perf.workloadclassifier.enable"'],
  ['E', 'AndroidRuntime', 'FATAL EXCEPTION: main'],
  ['E', 'ActivityThread', 'Attaching agent with null failed: /data/user/0/com.example.other/code_cache/agent.so=x'],
  ['W', 'perf', 'type=1400 audit(0.0:7): avc:  denied  { read } for  name="scaling_cur_freq" dev="sysfs" permissive=0'],
];

/** Lines of the app and its runtime that don't concern an agent. */
const own: readonly Line[] = [
  ['I', 'om.example.shop', 'Background concurrent copying GC freed 18432(1204KB) AllocSpace objects, 0(0B) LOS objects, 49% free'],
  ['W', 'om.example.shop', 'Accessing hidden method Landroid/view/View;->computeFitSystemWindows (unsupported, reflection, allowed)'],
  ['I', 'om.example.shop', 'Compiler allocated 5250KB to compile void android.view.ViewRootImpl.performTraversals()'],
  ['I', 'Choreographer', 'Skipped 34 frames!  The application may be doing too much work on its main thread.'],
  [
    'W',
    'om.example.shop',
    'type=1400 audit(0.0:9): avc:  denied  { read } for  name="u:object_r:vendor_default_prop:s0" dev="tmpfs" permissive=0',
  ],
  ['W', 'System.err', 'java.io.FileNotFoundException: /data/local/tmp/config.json: open failed: EACCES (Permission denied)'],
];

const LINES = 3_000;
const OTHER_PID = 5_000_900;

/** Some thousand lines, one in twenty by the app. */
export function writeNoise(log: PhoneLog, pid: number, uid: number): void {
  for (let count = 0; count < LINES; count++) {
    const isOwn = count % 20 === 0;
    const lines = isOwn ? own : others;
    const [priority, tag, text] = lines[(isOwn ? count / 20 : count) % lines.length] ?? ['I', 'chatty', 'expire 3 lines'];
    log.write(priority, tag, isOwn ? pid : OTHER_PID, isOwn ? uid : 1000, text);
  }
}
