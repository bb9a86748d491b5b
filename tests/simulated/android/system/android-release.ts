export type AndroidVersion = '9' | '11' | '14';
export type Abi = 'x86_64' | 'x86' | 'arm64-v8a' | 'armeabi-v7a';

/** Differences between simulated Android releases. */
export interface Release {
  readonly version: AndroidVersion;
  readonly name: string;
  readonly sdk: number;
  readonly buildId: string;
  readonly securityPatch: string;
  /** adb's transport: version, largest payload, features (AOSP transport.cpp, supported_features(), as of each release). */
  readonly transport: { readonly version: number; readonly maxPayload: number; readonly features: readonly string[] };
}

/** As adb 34 lists them with Debian's adbd 34 (tests/simulated/android/real/same-answers.test.ts). */
const features14 = (
  'shell_v2 cmd stat_v2 ls_v2 fixed_push_mkdir apex abb fixed_push_symlink_timestamp abb_exec remount_shell track_app sendrecv_v2 ' +
  'sendrecv_v2_brotli sendrecv_v2_lz4 sendrecv_v2_zstd sendrecv_v2_dry_run_send openscreen_mdns'
).split(' ');

const releases: Readonly<Record<AndroidVersion, Release>> = {
  '9': {
    version: '9',
    name: '9',
    sdk: 28,
    buildId: 'PPR1.180610.011',
    securityPatch: '2018-09-05',
    transport: { version: 0x01000001, maxPayload: 1024 * 1024, features: ['cmd', 'stat_v2', 'shell_v2'] },
  },
  '11': {
    version: '11',
    name: '11',
    sdk: 30,
    buildId: 'RP1A.200720.009',
    securityPatch: '2020-09-05',
    transport: {
      version: 0x01000001,
      maxPayload: 1024 * 1024,
      features: ['cmd', 'stat_v2', 'ls_v2', 'shell_v2', 'fixed_push_mkdir', 'fixed_push_symlink_timestamp', 'apex', 'sendrecv_v2'],
    },
  },
  '14': {
    version: '14',
    name: '14',
    sdk: 34,
    buildId: 'UD1A.230803.041',
    securityPatch: '2023-10-05',
    transport: {
      version: 0x01000001,
      maxPayload: 1024 * 1024,
      features: features14,
    },
  },
};

export function releaseOf(version: AndroidVersion): Release {
  return releases[version];
}

/** The properties of `getprop`. */
export function propertiesOf(release: Release, abi: Abi, serial: string): ReadonlyMap<string, string> {
  const lists: Record<Abi, string> = {
    x86_64: 'x86_64,x86',
    x86: 'x86',
    'arm64-v8a': 'arm64-v8a,armeabi-v7a,armeabi',
    'armeabi-v7a': 'armeabi-v7a,armeabi',
  };
  const abis = lists[abi].split(',');
  const fingerprint = `Laglens/simphone/simphone:${release.name}/${release.buildId}/1:user/release-keys`;
  return new Map([
    ['dalvik.vm.heapsize', '512m'],
    ['init.svc.adbd', 'running'],
    ['persist.sys.locale', 'en-US'],
    ['persist.sys.timezone', 'UTC'],
    ['ro.adb.secure', '1'],
    ['ro.build.characteristics', 'default'],
    ['ro.build.fingerprint', fingerprint],
    ['ro.build.id', release.buildId],
    ['ro.build.type', 'user'],
    ['ro.build.version.codename', 'REL'],
    ['ro.build.version.release', release.name],
    ['ro.build.version.sdk', String(release.sdk)],
    ['ro.build.version.security_patch', release.securityPatch],
    ['ro.dalvik.vm.native.bridge', '0'],
    ['ro.debuggable', '0'],
    ['ro.product.brand', 'Laglens'],
    ['ro.product.cpu.abi', abi],
    ['ro.product.cpu.abilist', abis.join(',')],
    ['ro.product.cpu.abilist32', abis.filter((name) => !name.includes('64')).join(',')],
    ['ro.product.cpu.abilist64', abis.filter((name) => name.includes('64')).join(',')],
    ['ro.product.device', 'simphone'],
    ['ro.product.manufacturer', 'Laglens'],
    ['ro.product.model', `Simulated Phone ${release.version}`],
    ['ro.product.name', 'simphone'],
    ['ro.secure', '1'],
    ['ro.serialno', serial],
    ['sys.boot_completed', '1'],
  ]);
}
