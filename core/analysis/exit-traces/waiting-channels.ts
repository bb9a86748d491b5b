/** A thread's place in the kernel, of `----- Waiting Channels: pid 900 at … -----` (debuggerd_client.cpp): `sysTid=900  do_epoll_wait`. */
export interface WaitingChannel {
  readonly tid: number;
  /** A function of the kernel; '' while the thread ran, and where the kernel hides it. */
  readonly channel: string;
  /** The kernel's letter, as in `/proc`: R runs, S sleeps, D waits for a disk; '' if unknown. Some vendors write it. */
  readonly letter: string;
}

const CHANNEL = /^sysTid=(\d{1,9})\s{1,20}(?:state=([A-Z])\s{1,20})?([\w.]{1,200})$/;

/** Undefined for other lines. @param text without blanks around it */
export function waitingChannel(text: string): WaitingChannel | undefined {
  const [, tid, letter = '', channel = ''] = CHANNEL.exec(text) ?? [];
  return tid === undefined ? undefined : { tid: Number(tid), channel: channel === '0' || channel === 'none' ? '' : channel, letter };
}

/** Functions in which the kernel keeps frozen processes: cgroups of version 2, version 1, and older kernels. */
const FROZEN: ReadonlySet<string> = new Set(['do_freezer_trap', '__refrigerator', 'refrigerator']);
const SLEEPS: ReadonlySet<string> = new Set([
  'do_nanosleep',
  'hrtimer_nanosleep',
  '__arm64_sys_nanosleep',
  'msleep',
  'msleep_interruptible',
]);
/** Uninterruptible waits for blocks and pages of mm, fs/buffer.c, jbd2, f2fs. */
const DISK =
  /^(?:io_schedule|wait_on_page|__?wait_on_page|folio_wait|wait_on_buffer|__wait_on_buffer|blk_|submit_bio_wait|jbd2_|f2fs_|ext4_|do_fsync|bit_wait_io|sync_)/;

export type ChannelState = 'running' | 'kernel' | 'disk' | 'sleeping';

/** A thread's state in the kernel; undefined if the channel says nothing. */
export function channelState({ channel, letter }: Omit<WaitingChannel, 'tid'>): ChannelState | undefined {
  if (letter === 'R') return 'running';
  if (letter === 'D') return 'disk';
  if (channel === '') return undefined;
  if (SLEEPS.has(channel)) return 'sleeping';
  return DISK.test(channel) ? 'disk' : 'kernel';
}

export function isFrozenChannel(channel: string): boolean {
  return FROZEN.has(channel);
}
