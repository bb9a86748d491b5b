import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { StandInApp } from '../android-stand-in-app.ts';
import { connectPhone, type Phone } from '../simulated-phone.ts';

for (const android of ['9', '11', '14'] as const) {
  describe(`a host that asks a phone of Android ${android}`, () => {
    let phone: Phone<StandInApp>;
    const apps: StandInApp[] = [];
    const sh = async (line: string) => phone.adb('shell', line);
    const out = async (line: string) => (await sh(line)).stdout;
    before(async () => {
      phone = await connectPhone({
        android,
        launch: async (agent) => {
          const app = new StandInApp(agent);
          apps.push(app);
          return app;
        },
      });
    });
    after(() => phone.stop());

    test('learns release, processor and model', async () => {
      assert.equal(await out('getprop ro.build.version.sdk'), `${{ 9: 28, 11: 30, 14: 34 }[android]}\n`);
      assert.match(await out('getprop'), /^\[ro\.product\.cpu\.abi\]: \[x86_64\]$/m);
      assert.equal(await out('getprop no.such'), '\n');
    });

    test('sees the installed apps of each user', async () => {
      assert.equal(
        await out('pm list packages -3'),
        'package:com.example.shop\npackage:com.example.bank\npackage:com.example.player\npackage:com.example.radio\n',
      );
      assert.equal(await out('pm list packages -3 --user 10'), 'package:com.example.notes\n');
      assert.match(
        await out('cmd package list packages -f com.example.shop'),
        /^package:\/data\/app\/\S*com\.example\.shop-\S+\/base\.apk=com\.example\.shop$/m,
      );
      assert.match(await out('pm list users'), /UserInfo\{10:Work profile:\d+\} running/);
      assert.equal((await sh('pm path no.such.app')).code, 1);
    });

    test('distinguishes debuggable apps from others by their flags', async () => {
      assert.match(await out('dumpsys package com.example.shop'), /flags=\[ DEBUGGABLE HAS_CODE/);
      assert.doesNotMatch(await out('dumpsys package com.example.bank'), /DEBUGGABLE/);
      assert.match(await out('dumpsys package com.example.shop'), /primaryCpuAbi=x86_64/);
      assert.match(await out('dumpsys package no.such.app'), /Unable to find package: no\.such\.app/);
    });

    test('gets into the folder of a debuggable app only, and only by run-as', async () => {
      assert.match(await out('run-as com.example.shop id'), /^uid=10123\(u0_a123\) .*context=u:r:runas_app:/);
      assert.equal(await out('run-as com.example.shop pwd'), '/data/user/0/com.example.shop\n');
      assert.equal(await out('run-as com.example.shop ls'), 'cache\ncode_cache\nfiles\n');
      assert.match(await out('run-as com.example.notes --user 10 id'), /^uid=1010126\(u10_a126\)/);
      const expected: Record<string, string> = {
        'run-as com.example.bank id': 'run-as: package not debuggable: com.example.bank\n',
        'run-as no.such.app id': 'run-as: unknown package: no.such.app\n',
        'run-as com.example.notes id': "run-as: couldn't stat /data/user/0/com.example.notes: No such file or directory\n",
        'run-as com.example.shop nosuch': 'run-as: exec failed for nosuch: No such file or directory\n',
        'ls /data/data/com.example.shop': 'ls: /data/data/com.example.shop: Permission denied\n',
        'cat /data/user/0/com.example.shop/files/x': 'cat: /data/user/0/com.example.shop/files/x: Permission denied\n',
        'run-as com.example.shop ls /data/user/0/com.example.bank': 'ls: /data/user/0/com.example.bank: Permission denied\n',
        'run-as com.example.shop touch /data/local/tmp/x': "touch: '/data/local/tmp/x': Permission denied\n",
        'ls /data': 'ls: /data: Permission denied\n',
        'touch /system/x': "touch: '/system/x': Read-only file system\n",
      };
      for (const [line, stderr] of Object.entries(expected)) assert.deepEqual(await sh(line), { code: 1, stdout: '', stderr }, line);
    });

    test('copies into the app what others may read, and cannot run it', async () => {
      await sh('echo one > /data/local/tmp/open; echo two > /data/local/tmp/shut; chmod 600 /data/local/tmp/shut');
      assert.equal((await sh('run-as com.example.shop cp /data/local/tmp/open code_cache/copy')).code, 0);
      assert.equal(await out('run-as com.example.shop cat code_cache/copy'), 'one\n');
      assert.match((await sh('run-as com.example.shop cp /data/local/tmp/shut code_cache/copy2')).stderr, /Permission denied/);
      assert.equal((await sh("run-as com.example.shop sh -c './code_cache/copy'")).code, 126);
      const piped = await phone.server.adb(
        ['-s', phone.serial, 'shell', "run-as com.example.shop sh -c 'cat > code_cache/piped && chmod 700 code_cache/piped'"],
        'three',
      );
      assert.equal(piped.code, 0);
      assert.equal(await out('run-as com.example.shop stat -c "%s %a" code_cache/piped'), '5 700\n');
      assert.equal((await sh("run-as com.example.shop sh -c 'rm -f code_cache/*; ls code_cache'")).stdout, '');
    });

    test('starts the app, finds its process and stops it', async () => {
      assert.equal((await sh('pidof com.example.shop')).code, 1);
      assert.match(await out('am start -W -n com.example.shop/.MainActivity'), /Status: ok\n(.*\n)*Complete\n$/);
      const pid = apps.at(-1)?.pid;
      assert.equal(await out('pidof com.example.shop'), `${pid}\n`);
      assert.match(await out('ps -A -o PID,USER,NAME'), new RegExp(`^ *${pid} u0_a123 +com\\.example\\.shop$`, 'm'));
      assert.equal(await out(`cat /proc/${pid}/cmdline`), 'com.example.shop\0');
      assert.match(await out(`cat /proc/${pid}/status`), /^TracerPid:\t0$/m);
      assert.equal(await out(`run-as com.example.shop readlink /proc/${pid}/exe`), '/system/bin/app_process64\n');
      assert.deepEqual(await sh(`readlink /proc/${pid}/exe`), { code: 1, stdout: '', stderr: '' });
      assert.match(await out('ps -A'), /com\.example\.player:playback$/m);
      const again = await sh('am start -n com.example.shop/.MainActivity');
      assert.match(again.stderr, /its current task has been brought to the front/);
      assert.equal((await sh('am force-stop com.example.shop')).code, 0);
      assert.equal((await sh('pidof com.example.shop')).code, 1);
      assert.match(await out('logcat -d -s ActivityManager'), new RegExp(`Process com\\.example\\.shop \\(pid ${pid}\\) has died`));
    });

    test('learns in the old quiet way that an activity does not exist', async () => {
      const { code, stderr } = await sh('am start -n com.example.shop/.Nope');
      assert.equal(code, 0);
      assert.match(stderr, /^Error type 3\nError: Activity class \{com\.example\.shop\/com\.example\.shop\.Nope\} does not exist\.$/m);
    });

    test('is refused an attach in the words of the release', async () => {
      const bank = await sh('am attach-agent com.example.bank /data/local/tmp/x.so');
      assert.equal(bank.code, 255);
      assert.match(
        bank.stderr,
        android === '9' ? /^Security exception: Process not debuggable: / : /java\.lang\.SecurityException: Process not debuggable: /,
      );
      // Names are looked up among the owner's processes only; a pid reaches the work profile's too.
      assert.match((await sh('am attach-agent com.example.notes /x.so')).stderr, /Unknown process: com\.example\.notes/);
      assert.equal((await sh(`am attach-agent $(pidof com.example.notes) /x.so`)).code, 0);
      const unknown = await sh('am attach-agent no.such.app /data/local/tmp/x.so');
      assert.equal(unknown.code, 255);
      assert.match(unknown.stderr, /java\.lang\.IllegalArgumentException: Unknown process: no\.such\.app/);
    });

    test('hears of an agent that does not load by the log alone', async () => {
      await phone.launchApp();
      const attach = await sh('am attach-agent com.example.shop /data/data/com.example.shop/code_cache/none.so=token=1');
      assert.deepEqual(attach, { code: 0, stdout: '', stderr: '' });
      const log = await out('logcat -d');
      assert.match(
        log,
        /W om\.example\.shop: Agent attach failed \(result=1\) : Unable to dlopen \S+none\.so: dlopen failed: library "\S+none\.so" not found/,
      );
      assert.match(log, /E ActivityThread: Attaching agent.* failed: /);
    });

    test('can start an app with an agent', async () => {
      await sh('am force-stop com.example.shop');
      const line = 'am start -S -n com.example.shop/.MainActivity --attach-agent-bind /data/data/com.example.shop/code_cache/none.so';
      assert.equal((await sh(line)).code, 0);
    });
  });
}
