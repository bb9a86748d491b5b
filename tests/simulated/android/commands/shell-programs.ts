import type { Program } from '../shell/shell-session.ts';
import { am } from './am.ts';
import { cmd } from './cmd.ts';
import { dumpsys } from './dumpsys.ts';
import { cat, cp, dd, head, md5sum, mv, sha256sum, tee } from './file-contents.ts';
import { find } from './find.ts';
import { chmod, mkdir, rm, rmdir, touch } from './folder-changes.ts';
import { df, ls, pwd, readlink, stat, test } from './folder-lists.ts';
import { logcat } from './logcat.ts';
import { monkey } from './monkey.ts';
import { pm } from './pm.ts';
import { kill, pidof, ps } from './ps.ts';
import { runAs } from './run-as.ts';
import { sh } from './sh.ts';
import { getconf, getenforce, getprop, id, setprop, settings, uname, wm } from './system-facts.ts';
import { cut, od, tail, wc, which } from './text-columns.ts';
import { date, echo, grep, printf, sleep } from './text-commands.ts';

/** The phone's programs for hosts, by name. */
export const programs: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['am', am],
  ['cat', cat],
  ['chmod', chmod],
  ['cmd', cmd],
  ['cp', cp],
  ['cut', cut],
  ['date', date],
  ['dd', dd],
  ['df', df],
  ['dumpsys', dumpsys],
  ['echo', echo],
  ['false', async () => 1],
  ['find', find],
  ['getconf', getconf],
  ['getenforce', getenforce],
  ['getprop', getprop],
  ['grep', grep],
  ['head', head],
  ['id', id],
  ['input', async () => 0],
  ['kill', kill],
  ['logcat', logcat],
  ['ls', ls],
  ['md5sum', md5sum],
  ['mkdir', mkdir],
  ['monkey', monkey],
  ['mv', mv],
  ['od', od],
  ['pidof', pidof],
  ['pm', pm],
  ['printf', printf],
  ['ps', ps],
  ['pwd', pwd],
  ['readlink', readlink],
  ['rm', rm],
  ['rmdir', rmdir],
  ['run-as', runAs],
  ['setprop', setprop],
  ['settings', settings],
  ['sh', sh],
  ['sha256sum', sha256sum],
  ['sleep', sleep],
  ['stat', stat],
  ['tail', tail],
  ['tee', tee],
  ['test', test],
  ['[', test],
  ['touch', touch],
  ['true', async () => 0],
  ['uname', uname],
  ['wc', wc],
  ['which', which],
  ['wm', wm],
]);
