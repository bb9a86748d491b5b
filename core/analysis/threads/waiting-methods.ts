/** Native methods of Android and the JDK that wait for a message, another process, a file or a socket, by class. */
const byClass: Readonly<Record<string, readonly string[]>> = {
  'Landroid/os/MessageQueue;': ['nativePollOnce'],
  'Landroid/os/BinderProxy;': ['transactNative'],
  // libcore/luni/src/main/java/libcore/io/Linux.java
  'Llibcore/io/Linux;': [
    ...['accept', 'connect', 'fdatasync', 'fsync', 'open', 'poll', 'preadBytes', 'pwriteBytes', 'readBytes', 'readv'],
    ...['recvfromBytes', 'sendtoBytes', 'waitpid', 'writeBytes', 'writev'],
  ],
  'Ljava/io/FileInputStream;': ['readBytes', 'readBytes0', 'read0'],
  'Ljava/io/FileOutputStream;': ['writeBytes', 'write'],
  'Ljava/io/RandomAccessFile;': ['readBytes', 'readBytes0', 'writeBytes', 'writeBytes0'],
  'Ljava/net/PlainSocketImpl;': ['socketAccept', 'socketConnect'],
  'Ljava/net/SocketInputStream;': ['socketRead0'],
  'Ljava/net/SocketOutputStream;': ['socketWrite0'],
  'Lsun/nio/ch/EPoll;': ['wait'],
  'Lsun/nio/ch/EPollArrayWrapper;': ['epollWait'],
  'Lsun/nio/ch/FileDispatcherImpl;': ['force0', 'read0', 'readv0', 'write0', 'writev0'],
  'Lsun/nio/ch/Net;': ['accept', 'connect0', 'poll', 'pollConnect'],
  'Lsun/nio/ch/SocketDispatcher;': ['read0', 'readv0'],
};

/** Class (JVM type signature) and name of each. */
export const WAITING_METHODS: ReadonlySet<string> = new Set(
  Object.entries(byClass).flatMap(([owner, names]) => names.map((name) => `${owner}${name}`)),
);
