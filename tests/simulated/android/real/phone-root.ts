import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type InstalledApp, uidOf } from '../system/package-table.ts';

const execute = promisify(execFile);

const LIBRARIES = ['usr/lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu/android'];
const LOADER = `${LIBRARIES[0]}/ld-linux-x86-64.so.2`;
/** adbd looks for its libraries here, on the phone. */
export const LIBRARY_PATH = LIBRARIES.map((folder) => `/${folder}`).join(':');

/** From Debian's packages to the phone; its shell calls itself by the name in its own folder. */
const PROGRAMS: readonly (readonly [from: string, to: string])[] = [
  ['usr/bin/mksh', 'system/bin/sh'],
  ['usr/bin/mksh', 'bin/sh'],
  ['usr/bin/toybox', 'system/bin/toybox'],
  ['usr/bin/dd', 'system/bin/dd'],
  ['usr/lib/android-sdk/platform-tools/adbd', 'system/bin/adbd'],
];

/** Java programs on a phone, and those that show what this computer differs in. */
const CALLED = [
  'am',
  'cmd',
  'dumpsys',
  'getenforce',
  'getprop',
  'input',
  'logcat',
  'monkey',
  'pidof',
  'pm',
  'ps',
  'setprop',
  'settings',
  'wm',
];

/** Android's ids. Source: AOSP system/core/libcutils/include/private/android_filesystem_config.h */
const ids = { system: 1000, sdcardRw: 1015, packageInfo: 1032, shell: 2000 } as const;

/** Owner, group and mode of folders, as init.rc and installd make them. */
const FOLDERS: readonly (readonly [path: string, uid: number, gid: number, mode: number])[] = [
  ['bin', 0, 0, 0o755],
  ['data', ids.system, ids.system, 0o771],
  ['data/app', ids.system, ids.system, 0o771],
  ['data/local', 0, 0, 0o751],
  ['data/local/tmp', ids.shell, ids.shell, 0o771],
  ['data/system', ids.system, ids.system, 0o775],
  ['data/user', ids.system, ids.system, 0o711],
  ['dev', 0, 0, 0o755],
  ['etc', 0, 0, 0o755],
  ['lib64', 0, 0, 0o755],
  ['proc', 0, 0, 0o555],
  ['storage', 0, ids.sdcardRw, 0o710],
  ['storage/emulated', 0, ids.sdcardRw, 0o710],
  ['storage/emulated/0', ids.shell, ids.sdcardRw, 0o771],
  ['storage/emulated/0/Download', ids.shell, ids.sdcardRw, 0o771],
  ['system', 0, 0, 0o755],
  ['system/bin', 0, ids.shell, 0o751],
  ['usr', 0, 0, 0o755],
];

/** User and group names for `ls` and `id`. */
const NAMES: Readonly<Record<string, number>> = {
  root: 0,
  system: 1000,
  input: 1004,
  log: 1007,
  adb: 1011,
  sdcard_rw: 1015,
  sdcard_r: 1028,
  package_info: 1032,
  shell: 2000,
  inet: 3003,
  readproc: 3009,
};

/**
 * Fills a folder with a phone's files: Google's adbd, Android's shell and tools from Debian's packages, a setuid `run-as`, and owners and modes
 * of a phone.
 * @param tools folder of the unpacked packages
 */
export async function makePhoneRoot(root: string, tools: string, apps: Iterable<InstalledApp>): Promise<void> {
  for (const [path, uid, gid, mode] of FOLDERS) {
    const folder = join(root, path);
    await mkdir(folder, { recursive: true });
    await chown(folder, uid, gid);
    await chmod(folder, mode);
  }
  await copyPrograms(root, tools);
  await compile(root);
  await symlink('/storage/emulated/0', join(root, 'sdcard'));
  await symlink('user/0', join(root, 'data/data'));
  await addApps(root, [...apps]);
}

async function copyPrograms(root: string, tools: string): Promise<void> {
  const libraries = new Set<string>();
  const searched = LIBRARIES.map((folder) => join(tools, folder)).join(':');
  for (const [from, to] of PROGRAMS) {
    await copyFile(join(tools, from), join(root, to));
    const { stdout } = await execute(join(tools, LOADER), ['--library-path', searched, '--list', join(tools, from)]);
    for (const [, library] of stdout.matchAll(/ => (\S+) \(/g)) if (library !== undefined) libraries.add(library);
  }
  for (const folder of LIBRARIES) await mkdir(join(root, folder), { recursive: true });
  for (const library of libraries) if (library.startsWith(tools)) await copyFile(library, join(root, library.slice(tools.length)));
  await copyFile(join(tools, LOADER), join(root, 'lib64', basename(LOADER)));
  const { stdout: applets } = await execute(join(tools, LOADER), ['--library-path', searched, join(tools, 'usr/bin/toybox')]);
  const bin = join(root, 'system/bin');
  const there = new Set([...(await readdir(bin)), ...CALLED]);
  for (const applet of applets.trim().split(/\s+/)) if (!there.has(applet)) await symlink('toybox', join(bin, applet));
}

async function compile(root: string): Promise<void> {
  const bin = join(root, 'system/bin');
  for (const name of ['run-as', 'phonecall']) {
    const source = fileURLToPath(new URL(`${name}.c`, import.meta.url));
    await execute('gcc', ['-std=c11', '-static', '-O1', '-Wall', '-Wextra', '-Werror', '-o', join(bin, name), source]);
  }
  await chown(join(bin, 'run-as'), 0, ids.shell);
  await chmod(join(bin, 'run-as'), 0o4750);
  for (const name of CALLED) await symlink('phonecall', join(bin, name));
}

/** What installd and the package manager leave: data folders, and the list that `run-as` reads. */
async function addApps(root: string, apps: readonly InstalledApp[]): Promise<void> {
  const names = new Map(Object.entries(NAMES));
  for (const app of apps) {
    for (const user of app.users) {
      const uid = uidOf(app, user);
      if (app.appId >= 10_000) names.set(`u${user}_a${app.appId - 10_000}`, uid);
      const users = join(root, 'data/user', String(user));
      await mkdir(users, { recursive: true });
      await chown(users, ids.system, ids.system);
      await chmod(users, 0o771);
      await own(join(users, app.name), uid);
    }
  }
  // Source: AOSP Settings.writePackageListLPr.
  const row = (app: InstalledApp): string =>
    `${app.name} ${app.appId} ${Number(app.debuggable)} /data/user/0/${app.name} default:targetSdkVersion=34 none 0 1 1 @null\n`;
  const list = join(root, 'data/system/packages.list');
  await writeFile(list, apps.map(row).join(''));
  await chown(list, ids.system, ids.packageInfo);
  await chmod(list, 0o640);
  await writeFile(join(root, 'etc/passwd'), [...names].map(([name, id]) => `${name}:x:${id}:${id}::/:/system/bin/sh\n`).join(''));
  await writeFile(join(root, 'etc/group'), [...names].map(([name, id]) => `${name}:x:${id}:\n`).join(''));
}

/** Caches have the mode of installd, with the set-group-ID bit. */
async function own(home: string, uid: number): Promise<void> {
  const modes: Readonly<Record<string, number>> = { '.': 0o700, cache: 0o2771, code_cache: 0o2771, files: 0o771 };
  for (const [name, mode] of Object.entries(modes)) {
    const folder = join(home, name);
    await mkdir(folder, { recursive: true });
    if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is no folder`);
    await chown(folder, uid, uid);
    await chmod(folder, mode);
  }
}
