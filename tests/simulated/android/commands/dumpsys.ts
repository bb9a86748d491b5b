import type { Call } from '../shell/shell-session.ts';
import { DEMO_PACKAGE, launcherOf } from '../system/package-table.ts';
import { dumpLaunchers, dumpPackages } from './dumpsys-package.ts';

/** `dumpsys SERVICE [ARGS]`: the parts for hosts. */
export async function dumpsys(call: Call): Promise<number> {
  const { phone } = call;
  const [service, ...args] = call.args.filter((arg, index, all) => arg !== '-t' && all[index - 1] !== '-t');
  const locked = phone.faults.screenLocked === true;
  switch (service) {
    case 'package': {
      const name = args.find((arg) => !arg.startsWith('-') && arg !== 'packages');
      const apps = [...phone.packages.values()].filter((app) => name === undefined || app.name === name);
      if (apps.length === 0) await call.print(`Unable to find package: ${name ?? ''}`);
      else {
        if (!args.includes('packages')) await call.print(dumpLaunchers(apps));
        await call.print(dumpPackages(phone, apps));
      }
      return 0;
    }
    case 'activity':
      return activity(call, args[0], args[1]);
    case 'window':
      return windows(call, args[0], locked);
    case 'power':
      await call.print(
        `POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mWakefulness=${locked ? 'Asleep' : 'Awake'}\n  mWakefulnessChanging=false`,
      );
      await call.print(`Display Power: state=${locked ? 'OFF' : 'ON'}`);
      return 0;
    case 'trust':
      await call.print(
        `Trust manager state:\n User "Owner" (id=0, flags=0x13) (current): trusted=0, trustManaged=1, deviceLocked=${Number(locked)}, strongAuthRequired=0x0`,
      );
      return 0;
    case 'battery':
      await call.print(
        'Current Battery Service state:\n  AC powered: false\n  USB powered: true\n  level: 87\n  scale: 100\n  temperature: 281',
      );
      return 0;
    case undefined:
      await call.print('Currently running services:\n  activity\n  battery\n  package\n  power\n  trust\n  window');
      return 0;
    default:
      return call.fail(`Can't find service: ${service}`, 0);
  }
}

/** The keyguard's places: AOSP PhoneWindowManager.dump (`policy`), KeyguardServiceDelegate.dump, DisplayPolicy.dump (the rest). */
async function windows(call: Call, part: string | undefined, locked: boolean): Promise<number> {
  if (part === undefined || part === 'policy' || part === 'p') {
    await call.print('WINDOW MANAGER POLICY STATE (dumpsys window policy)');
    if (call.phone.release.sdk < 29) await call.print(`    mShowingDream=false mDreamingLockscreen=${locked} mDreamingSleepToken=null`);
    await call.print(
      `    KeyguardServiceDelegate\n      showing=${locked}\n      showingAndNotOccluded=${locked}\n      inputRestricted=${locked}`,
    );
    await call.print(`      occluded=false\n      secure=true\n      interactiveState=INTERACTIVE_STATE_${locked ? 'SLEEP' : 'AWAKE'}`);
  }
  if (part === undefined || part === 'displays' || part === 'd') {
    if (call.phone.release.sdk >= 29) await call.print(`  DisplayPolicy\n    mDreamingLockscreen=${locked} isKeyguardShowing=${locked}`);
    await call.print(`  mCurrentFocus=Window{5d1b3a2 u0 ${locked ? 'NotificationShade' : focusOf(call)}}`);
  }
  return 0;
}

function focusOf(call: Call): string {
  const app = call.phone.runningDemo ? call.phone.packages.get(DEMO_PACKAGE) : undefined;
  return app ? `${app.name}/${app.name}${launcherOf(app)}` : 'com.android.launcher3/com.android.launcher3.Launcher';
}

async function activity(call: Call, what: string | undefined, of: string | undefined): Promise<number> {
  const focus = focusOf(call);
  if (what === 'top') {
    const pid = call.phone.runningDemo?.pid;
    await call.print(`TASK ${focus.split('/')[0]} id=7 userId=0\n  ACTIVITY ${focus} 3e1c2f0 pid=${pid ?? '(not running)'}`);
  } else if (what === 'activities' || what === 'a') {
    await call.print('ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)');
    await call.print(`    mResumedActivity: ActivityRecord{3e1c2f0 u0 ${focus} t7}`);
  } else if (what === 'exit-info' && call.phone.release.sdk >= 30) {
    await call.print(call.phone.exits.dump(of ?? DEMO_PACKAGE, call.phone.release));
  } else if (what === 'exit-info') {
    // Source: AOSP ActivityManagerService.doDump of Android 10.
    await call.print(`Bad activity command, or no activities match: ${what}\nUse -h for help.`);
  } else if (what === 'processes' || what === 'p') {
    await call.print('ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)');
    for (const each of call.phone.processes) {
      if (each.app === undefined || (of !== undefined && each.app !== of)) continue;
      const isFrozen = call.phone.faults.frozen === true && each.pid === call.phone.runningDemo?.pid;
      await call.print(`  *APP* UID ${each.uid} ProcessRecord{1a2b3c4 ${each.pid}:${each.name}/${each.user.replace('_', '')}}`);
      await call.print(`    user #0 uid=${each.uid} gids={50123, 20123, 9997}`);
      // AOSP ProcessCachedOptimizerRecord.dump; apps are frozen from 11 on.
      if (call.phone.release.sdk >= 31) {
        await call.print(`    hasPendingCompaction=false\n    isFreezeExempt=false isPendingFreeze=false isFrozen=${isFrozen}`);
      }
    }
  }
  return 0;
}
