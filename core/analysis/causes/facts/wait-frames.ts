import { uint32At } from '../../../columns/at.ts';
import { threadState } from '../../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import type { Method } from '../../../session/names/method-table.ts';
import { beforeAny } from '../../../text/cuts.ts';
import type { AppMethods } from '../../frames/app-methods.ts';
import { dottedClass, remoteInterface } from '../../frames/class-names.ts';
import { type NativeWait, waitingFor } from '../../threads/waiting-methods.ts';
import type { CauseTextKey } from './cause-texts.ts';

/** Services of the system that keep a caller. */
export type NamedWait =
  | NativeWait
  | 'path'
  | 'pipe'
  | 'socket'
  | 'database'
  | 'provider'
  | 'classes'
  | 'library'
  | 'preferencesApply'
  | 'preferencesCommit'
  | 'preferencesLoad'
  | 'frozen';

/** Methods by class, in AOSP's frameworks/base/core/java, libcore and the JDK. An empty list is the whole class. */
const byClass: readonly (readonly [wait: NamedWait, owner: string, names: readonly string[]])[] = [
  // android/app/QueuedWork.java: an activity or service stops only after all calls of `apply` are written.
  ['preferencesApply', 'Landroid/app/QueuedWork;', ['waitToFinish']],
  // android/app/SharedPreferencesImpl.java
  ['preferencesCommit', 'Landroid/app/SharedPreferencesImpl$EditorImpl;', ['commit']],
  ['preferencesLoad', 'Landroid/app/SharedPreferencesImpl;', ['awaitLoadedLocked']],
  ['provider', 'Landroid/content/ContentResolver;', ['query', 'insert', 'update', 'delete', 'bulkInsert', 'applyBatch', 'call', 'getType']],
  ['provider', 'Landroid/content/ContentResolver;', ['openFileDescriptor', 'openAssetFileDescriptor', 'acquireProvider']],
  ['provider', 'Landroid/content/ContentProviderProxy;', []],
  ['provider', 'Landroid/app/ActivityThread;', ['acquireProvider', 'installContentProviders']],
  ['database', 'Landroid/database/sqlite/SQLiteConnection;', []],
  ['database', 'Landroid/database/sqlite/SQLiteConnectionPool;', []],
  // org.xerial:sqlite-jdbc, in native code also while another connection locks the file.
  ['database', 'Lorg/sqlite/core/NativeDB;', []],
  // java/lang/ProcessImpl.java of the JDK, UNIXProcess.java of libcore: another thread calls `waitpid`.
  ['process', 'Ljava/lang/ProcessImpl;', ['waitFor']],
  ['process', 'Ljava/lang/UNIXProcess;', ['waitFor']],
  ['library', 'Ljava/lang/System;', ['load', 'loadLibrary']],
  ['library', 'Ljava/lang/Runtime;', ['load0', 'loadLibrary0', 'nativeLoad']],
  ['classes', 'Ljava/lang/ClassLoader;', ['loadClass', 'defineClass', 'defineClass1', 'findBootstrapClassOrNull']],
  ['classes', 'Ljava/lang/Class;', ['forName', 'forName0', 'classForName']],
  ['classes', 'Ldalvik/system/BaseDexClassLoader;', ['findClass']],
  ['classes', 'Ldalvik/system/DexFile;', ['defineClassNative', 'openDexFileNative', 'verifyInBackgroundNative']],
  ['classes', 'Ljdk/internal/loader/BuiltinClassLoader;', ['loadClass', 'loadClassOrNull']],
  // The kernel's functions, of dumps with waiting channels: kernel/cgroup/freezer.c, kernel/freezer.c, drivers/android/binder.c.
  ['frozen', '', ['do_freezer_trap', '__refrigerator', 'refrigerator']],
  ['binder', '', ['binder_thread_read', 'binder_wait_for_work', 'binder_ioctl_write_read']],
  // frameworks/native/libs/binder/IPCThreadState.cpp: the call of another process.
  ['binder', '', ['android::IPCThreadState::waitForResponse', 'android::IPCThreadState::transact']],
  ['network', 'Ljava/net/InetAddress;', ['getByName', 'getAllByName']],
  ['network', 'Llibcore/io/Linux;', ['android_getaddrinfo']],
  ['network', 'Lcom/android/org/conscrypt/NativeCrypto;', ['SSL_do_handshake', 'SSL_read', 'SSL_write', 'ENGINE_SSL_read_direct']],
];

const waits: ReadonlyMap<string, NamedWait> = new Map(
  byClass.flatMap(([wait, owner, names]) =>
    names.length === 0 ? [[owner, wait] as const] : names.map((name) => [`${owner}${name}`, wait] as const),
  ),
);

/** Completes "waited for". */
export const waitWords: Readonly<Record<NamedWait, CauseTextKey>> = {
  binder: 'waitBinder',
  disk: 'waitDisk',
  file: 'waitFileOrPipe',
  path: 'waitFile',
  pipe: 'waitPipe',
  socket: 'waitSocket',
  network: 'waitNetwork',
  process: 'waitProcess',
  database: 'waitDatabase',
  provider: 'waitProvider',
  classes: 'waitClasses',
  library: 'waitLibrary',
  preferencesApply: 'waitApply',
  preferencesCommit: 'waitCommit',
  preferencesLoad: 'waitPreferences',
  frozen: 'waitThaw',
};

const byState: ReadonlyMap<number, NamedWait> = new Map([
  [threadState.disk, 'disk'],
  [threadState.file, 'path'],
  [threadState.pipe, 'pipe'],
  [threadState.network, 'network'],
  [threadState.localSocket, 'socket'],
] as const);

/** By the kernel's word for a thread state, where names do not say more than "a file or pipe". */
export function waitOfState(state: number, named: NamedWait | undefined): NamedWait | undefined {
  return named === undefined || named === 'file' ? (byState.get(state) ?? named) : named;
}

export interface FoundWait {
  readonly wait: NamedWait;
  /** The app's method that called the system, row of `model.nodes`; 0 if the system called itself. */
  readonly caller: number;
  /** `IActivityManager.startService` of a call to another process, '' if unknown. */
  readonly call: string;
}

/** The outermost known wait below the innermost frame of the app, as that is what the app asked for. */
export function waitOfStack(model: SessionModel, top: number, app: AppMethods): FoundWait | undefined {
  const { nodes, methods } = model;
  let wait: NamedWait | undefined;
  let call = '';
  let node = top;
  for (; node !== 0; node = uint32At(nodes.parent, node)) {
    const row = uint32At(nodes.method, node);
    const method = methods[row];
    if (method === undefined) continue;
    if (call === '') call = remoteCall(method);
    if (app.has(row)) break;
    wait = waitOf(method) ?? wait;
  }
  return wait === undefined ? undefined : { wait, caller: node, call };
}

function waitOf(method: Method): NamedWait | undefined {
  if (method.class === '') return waits.get(beforeAny(method.name, '('));
  return waits.get(`${method.class}${method.name}`) ?? waits.get(method.class) ?? waitingFor(method);
}

/** Interface and method of a call to another process, otherwise ''. */
function remoteCall(method: Method): string {
  const called = remoteInterface(dottedClass(method.class));
  return called === undefined ? '' : `${called}.${method.name}`;
}
