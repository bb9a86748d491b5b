/** Sections of Android's frameworks, runtime and drawing, and of androidx; apps write the same ones in their own views at most. */
const NAMES: ReadonlySet<string> = new Set([
  '',
  ...['traversal', 'performTraversals', 'measure', 'layout', 'draw', 'animation', 'input', 'inflate', 'obtainView', 'setupListItem'],
  ...['setupGridItem', 'relayoutWindow', 'configChanged', 'notifyContentCapture', 'consumeBatchedInputEvents', 'postAndWait'],
  ...['syncFrameState', 'prepareTree', 'prepareToDraw', 'flush commands', 'dequeueBuffer', 'queueBuffer', 'nSyncAndDrawFrame'],
  ...['activityStart', 'activityRestart', 'activityResume', 'activityPause', 'activityStop', 'activityDestroy', 'activityNewIntent'],
  ...['activityConfigChanged', 'performCreate', 'performResume', 'ActivityThreadMain', 'bindApplication', 'makeApplication'],
  ...['PostFork', 'ZygoteInit', 'setUpHWAcceleration', 'getDisplayInfo', 'requestThumbnail', 'sleeping', 'lowMemory', 'trimMemory'],
  ...['serviceCreate', 'serviceBind', 'serviceUnbind', 'serviceStart', 'serviceStop', 'broadcastReceiveReg', 'broadcastReceiveComp'],
  ...['backupCreateAgent', 'backupDestroyAgent', 'providerRemove', 'decodeBitmap', 'decodeFontFamily', 'linker', 'binder transaction'],
  ...['binder reply', 'binder async rcv', 'binder lock', 'binder lock held', 'Compiling', 'PerformDexOpt', 'CollectorTransition'],
]);

/** Begins of sections that go on with names and numbers. */
const BEGINS = [
  /^(?:Choreographer|ViewRootImpl|VRI|View|ViewGroup|TextView|AbsListView|ResourcesManager|ResourcesImpl|Resources|Typeface|ImageDecoder)#/,
  /^(?:activity|perform|service|broadcast|backup|provider)[A-Z]\w{0,40}:/,
  /^(?:relayoutWindow|setVisibility|DrawFrames?|draw-VRI|Record View|deliverInputEvent|animator:|trimMemory|HWUI|hwuiTask|RV )/,
  /^(?:Compose|Recomposer|Recompose|AndroidOwner|compose):/,
  /^(?:Upload \d|Texture upload|eglSwapBuffers|dequeueBuffer|queueBuffer|acquireNextBuffer|waitForever|waiting for )/,
  /^(?:AIDL|HIDL|AssetManager|ApkAssets)::|^(?:LoadApkAssets|BLASTBufferQueue|SurfaceTexture|Surface#|BBQ)/,
  /^(?:monitor contention|Lock contention|Contending for|Wait(?:ing)? for |SuspendThread|SuspendAll|Suspending )/,
  /^(?:Full|Partial|Background|Explicit|Alloc|Native|young|sticky|concurrent)? ?.{0,40}\bGC\b/i,
  /^(?:JIT |Jit|Verify|InitializeClass|Initialize|OpenDexFile|Open dex|Open oat|open_oat|dlopen|dlclose|dlsym|VDEX|vdex|AppImage|\/)/,
  // A class that the runtime initialises.
  /^\[*L[^ ;]{1,400};/,
];

/** True for a trace section that Android or androidx names; others are the app's words. */
export function isPlatformSection(name: string): boolean {
  const begin = name.slice(0, 500);
  return NAMES.has(begin) || BEGINS.some((each) => each.test(begin));
}
