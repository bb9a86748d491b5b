/**
 * True for a file of native code that is the app's own, by its path on an iPhone or in a simulator: what lies in its bundle, as the
 * main executable, the `.debug.dylib` that recent Xcodes put the code of debug builds into, and its frameworks. Swift's own
 * libraries, which older deployment targets carry along, and the agent are not.
 */
export function isAppImage(path: string): boolean {
  const inBundle = /\.app\/(?:(?:Frameworks|PlugIns)\/.+|[^/]+)$/.exec(path);
  if (inBundle === null || isToolsPath(path)) return false;
  const file = path.slice(path.lastIndexOf('/') + 1);
  return !/^libswift\w+\.dylib$/.test(file) && !isAgentName(file);
}

/** Xcode is an app, too, and lends simulators their system and debuggers. */
export function isToolsPath(path: string): boolean {
  return /\.app\/Contents\/Developer\/|\/RuntimeRoot\/|\.simruntime\//.test(path);
}

/** True for the agent's file, and for its functions where it is linked into the app. */
export function isAgentName(name: string): boolean {
  return /^_?(?:lib)?laglens(?:[-_.]|$)/i.test(name);
}

/** True for what belongs to Apple's systems, on a phone, in a simulator and from Xcode. */
export function isApplePath(path: string): boolean {
  return (
    /^\/(?:System|private\/preboot|Library\/Apple|Developer)\/|^\/usr\/lib\/.*(?:\.dylib|\/dyld)$|^\/usr\/lib\/dyld/.test(path) ||
    isToolsPath(path)
  );
}
