/**
 * The awaited resource of a native method. `file` is any file descriptor, also a pipe, a socket or a device: only calls that need a stored
 * file (sync, positional reads) or the kernel's state are a disk.
 */
export type NativeWait = 'binder' | 'disk' | 'file' | 'network' | 'process';

/** Native methods of Android and the JDK that wait, by class. */
const byClass: Readonly<Record<string, Partial<Readonly<Record<NativeWait, readonly string[]>>>>> = {
  // `transact` was native until Android 5.
  'Landroid/os/BinderProxy;': { binder: ['transactNative', 'transact'] },
  // libcore/luni/src/main/java/libcore/io/Linux.java
  'Llibcore/io/Linux;': {
    disk: ['fdatasync', 'fsync', 'preadBytes', 'pwriteBytes'],
    file: ['open', 'readBytes', 'readv', 'writeBytes', 'writev'],
    network: ['accept', 'connect', 'poll', 'recvfromBytes', 'sendtoBytes'],
    process: ['waitpid'],
  },
  'Ljava/io/FileInputStream;': { file: ['readBytes', 'readBytes0', 'read0'] },
  'Ljava/io/FileOutputStream;': { file: ['writeBytes', 'write'] },
  'Ljava/io/RandomAccessFile;': { disk: ['readBytes', 'readBytes0', 'writeBytes', 'writeBytes0'] },
  'Ljava/net/PlainSocketImpl;': { network: ['socketAccept', 'socketConnect'] },
  'Ljava/net/SocketInputStream;': { network: ['socketRead0'] },
  'Ljava/net/SocketOutputStream;': { network: ['socketWrite0'] },
  'Lsun/nio/ch/EPoll;': { network: ['wait'] },
  'Lsun/nio/ch/EPollArrayWrapper;': { network: ['epollWait'] },
  'Lsun/nio/ch/FileDispatcherImpl;': { disk: ['force0', 'pread0', 'pwrite0'], file: ['read0', 'readv0', 'write0', 'writev0'] },
  'Ljava/io/FileDescriptor;': { disk: ['sync0'] },
  'Lsun/nio/ch/Net;': { network: ['accept', 'connect0', 'poll', 'pollConnect'] },
  'Lsun/nio/ch/SocketDispatcher;': { network: ['read0', 'readv0'] },
};

/** Keyed by class (JVM type signature) and name. */
const waits: ReadonlyMap<string, NativeWait> = new Map(
  Object.entries(byClass).flatMap(([owner, { binder = [], disk = [], file = [], network = [], process = [] }]) => [
    ...binder.map((name) => [`${owner}${name}`, 'binder'] as const),
    ...disk.map((name) => [`${owner}${name}`, 'disk'] as const),
    ...file.map((name) => [`${owner}${name}`, 'file'] as const),
    ...network.map((name) => [`${owner}${name}`, 'network'] as const),
    ...process.map((name) => [`${owner}${name}`, 'process'] as const),
  ]),
);

/** Undefined for methods that do not wait. */
export function waitingFor(method: { readonly class: string; readonly name: string }): NativeWait | undefined {
  return waits.get(`${method.class}${method.name}`);
}
