/**
 * True for the app's own native code, by path: its bundle with the main executable, Xcode's `.debug.dylib`, and its frameworks. Swift's
 * libraries carried by older targets, and the agent, are not.
 */
export function isAppImage(path: string): boolean {
  const inBundle = /\.app\/(?:(?:Frameworks|PlugIns)\/.+|[^/]+)$/.exec(path);
  if (inBundle === null || isToolsPath(path)) return false;
  const file = path.slice(path.lastIndexOf('/') + 1);
  return !/^libswift\w+\.dylib$/.test(file) && !isAgentName(file);
}

/** Xcode is an app, too, and provides the simulators' system and debuggers. */
export function isToolsPath(path: string): boolean {
  return /\.app\/Contents\/Developer\/|\/RuntimeRoot\/|\.simruntime\//.test(path);
}

/** True for the agent's file, and for its functions when linked into the app. */
export function isAgentName(name: string): boolean {
  return /^_?(?:lib)?laglens(?:[-_.]|$)/i.test(name);
}

/** Devices, simulators and Xcode have them. */
export function isApplePath(path: string): boolean {
  return (
    /^\/(?:System|private\/preboot|Library\/Apple|Developer)\/|^\/usr\/lib\/.*(?:\.dylib|\/dyld)$|^\/usr\/lib\/dyld/.test(path) ||
    isToolsPath(path)
  );
}
