import type { SessionModel } from '../../session/model/model.ts';
import { isAgentName } from '../../session/names/own-code.ts';
import { appPackage } from './app-classes.ts';

/**
 * True for the app's own native code (row of `model.images`), by the path and the processes' names, in captures and imports alike:
 *
 * - iOS: its bundle with the main executable, Xcode's `.debug.dylib`, and its frameworks. Swift's libraries carried by older targets are not.
 * - macOS: programs, frameworks and plug-ins of a bundle outside of the system's folders.
 * - Android: packages' files (`/data/app`, `/data/data`). Packages of the system, such as the WebView's, are the app's in their own process.
 * - elsewhere: the process's program, outside of the system's folders.
 *
 * The agent is never the app's.
 */
export function isAppImage(model: SessionModel, image: number): boolean {
  const path = model.images[image]?.path ?? '';
  if (path === '' || isToolsPath(path)) return false;
  const file = fileOf(path);
  if (isAgentName(file)) return false;
  if (/\.app\/(?:(?:Frameworks|PlugIns)\/.+|[^/]+)$/.test(path)) return !/^libswift\w+\.dylib$/.test(file);
  if (isOfSystem(path)) return false;
  if (/\.app\/Contents\/(?:MacOS|Frameworks|PlugIns)\//.test(path)) return !/^libswift\w+\.dylib$/.test(file);
  const inPackage = packageOfPath(path);
  if (inPackage === '') return someProcess(model, (name) => isProgram(file, name));
  return !SYSTEM_PACKAGE.test(inPackage) || someProcess(model, (name) => appPackage(name) === inPackage);
}

function someProcess(model: SessionModel, fits: (name: string) => boolean): boolean {
  return model.runs.some(({ process, hello }) => fits(process?.app ?? '') || fits(hello?.process ?? ''));
}

/** Apps of Android and Google that load code into others' processes. */
const SYSTEM_PACKAGE = /^(?:com\.android|com\.google\.android)\./;

/** `/data/app/~~tag==/com.example.shop-tag==/base.apk`, also on adopted storage (`/mnt/expand/…`); '' for other files. */
function packageOfPath(path: string): string {
  const match =
    /^(?:\/data|\/mnt\/expand\/[^/]+)\/(?:app(?:-lib|-private)?|data|user(?:_de)?\/\d+)\/(?:~~[^/]*\/)?([\w.]+)(?:-[^/]*)?\/./.exec(path);
  return match?.[1] ?? '';
}

function isProgram(file: string, process: string): boolean {
  const program = fileOf(process);
  return program !== '' && (file === program || file === `${program}.exe`);
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Without installed apps. */
export function isOfSystem(path: string): boolean {
  return (
    isToolsPath(path) ||
    /^\/(?:system|system_ext|apex|vendor|product|odm|usr|lib(?:32|64)?|System|private\/preboot|Library\/Apple|Developer)\//.test(path)
  );
}

/** Xcode is an app, too, and provides the simulators' system and debuggers. */
export function isToolsPath(path: string): boolean {
  return /\.app\/Contents\/Developer\/|\/RuntimeRoot\/|\.simruntime\//.test(path);
}

/** Devices, simulators and Xcode have them. */
export function isApplePath(path: string): boolean {
  return (
    /^\/(?:System|private\/preboot|Library\/Apple|Developer)\/|^\/usr\/lib\/.*(?:\.dylib|\/dyld)$|^\/usr\/lib\/dyld/.test(path) ||
    isToolsPath(path)
  );
}
