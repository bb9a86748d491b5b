import type { Faults } from '../android-faults.ts';

/** A user id with its SELinux domain. */
export interface Actor {
  readonly uid: number;
  readonly name: string;
  readonly domain: 'root' | 'shell' | 'app';
}

export const ROOT: Actor = { uid: 0, name: 'root', domain: 'root' };
/** adbd's shell; AID_SHELL in AOSP's android_filesystem_config.h. */
export const SHELL: Actor = { uid: 2000, name: 'shell', domain: 'shell' };

/** The process of an app: `u0_a123` is app 10123 of user 0 (AID_APP_START 10000, AID_USER_OFFSET 100000). */
export function appActor(uid: number): Actor {
  return { uid, name: `u${Math.floor(uid / 100_000)}_a${(uid % 100_000) - 10_000}`, domain: 'app' };
}

/** Processes of apps signed with the platform's key have their own domain. */
export function appContext({ platformSigned }: Faults): string {
  return platformSigned ? 'u:r:platform_app:s0:c512,c768' : 'u:r:untrusted_app:s0:c123,c256,c512,c768';
}

/** After the groups in `id`, and beside an actor's file in `ls -Z`. */
export function seLinuxContext(actor: Actor): string {
  switch (actor.domain) {
    case 'root':
      return 'u:r:su:s0';
    case 'shell':
      return 'u:r:shell:s0';
    case 'app':
      return `u:r:runas_app:s0:c${(actor.uid % 256) + 1},c257,c512,c768`;
  }
}
