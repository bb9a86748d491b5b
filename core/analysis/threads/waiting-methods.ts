/** What a native method waits for. */
export type NativeWait = 'binder' | 'disk' | 'network' | 'process';

/** Native methods of Android and the JDK that wait, by class. */
const byClass: Readonly<Record<string, Partial<Readonly<Record<NativeWait, readonly string[]>>>>> = {
  'Landroid/os/BinderProxy;': { binder: ['transactNative'] },
  // libcore/luni/src/main/java/libcore/io/Linux.java
  'Llibcore/io/Linux;': {
    disk: ['fdatasync', 'fsync', 'open', 'preadBytes', 'pwriteBytes', 'readBytes', 'readv', 'writeBytes', 'writev'],
    network: ['accept', 'connect', 'poll', 'recvfromBytes', 'sendtoBytes'],
    process: ['waitpid'],
  },
  'Ljava/io/FileInputStream;': { disk: ['readBytes', 'readBytes0', 'read0'] },
  'Ljava/io/FileOutputStream;': { disk: ['writeBytes', 'write'] },
  'Ljava/io/RandomAccessFile;': { disk: ['readBytes', 'readBytes0', 'writeBytes', 'writeBytes0'] },
  'Ljava/net/PlainSocketImpl;': { network: ['socketAccept', 'socketConnect'] },
  'Ljava/net/SocketInputStream;': { network: ['socketRead0'] },
  'Ljava/net/SocketOutputStream;': { network: ['socketWrite0'] },
  'Lsun/nio/ch/EPoll;': { network: ['wait'] },
  'Lsun/nio/ch/EPollArrayWrapper;': { network: ['epollWait'] },
  'Lsun/nio/ch/FileDispatcherImpl;': { disk: ['force0', 'read0', 'readv0', 'write0', 'writev0'] },
  'Lsun/nio/ch/Net;': { network: ['accept', 'connect0', 'poll', 'pollConnect'] },
  'Lsun/nio/ch/SocketDispatcher;': { network: ['read0', 'readv0'] },
};

/** By class (JVM type signature) and name. */
const waits: ReadonlyMap<string, NativeWait> = new Map(
  Object.entries(byClass).flatMap(([owner, { binder = [], disk = [], network = [], process = [] }]) => [
    ...binder.map((name) => [`${owner}${name}`, 'binder'] as const),
    ...disk.map((name) => [`${owner}${name}`, 'disk'] as const),
    ...network.map((name) => [`${owner}${name}`, 'network'] as const),
    ...process.map((name) => [`${owner}${name}`, 'process'] as const),
  ]),
);

/** Undefined for methods that do not wait. */
export function waitingFor(method: { readonly class: string; readonly name: string }): NativeWait | undefined {
  return waits.get(`${method.class}${method.name}`);
}
