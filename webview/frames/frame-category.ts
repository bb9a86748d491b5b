import type { FrameCategory } from '../ui/theme.ts';

/** Packages of the platform; what they do is not the developer's and not a library's. */
const framework = /^(?:android|androidx|com\.android|com\.google\.android|dalvik\.system)\./;
/** The languages' own. */
const runtime = /^(?:java|javax|jdk|sun|kotlin|kotlinx|libcore|scala|groovy)\./;

/** Libraries of C and of the languages, on iPhones and in simulators, and Swift's where the app carries them along. */
const runtimeImage = /(?:^|\/)usr\/lib\/|\/libswift\w+\.dylib$/;

/**
 * What the frame belongs to, by its dotted class. `isIdle` for the looper waiting for its next message, `isNative` for a method that
 * is written in C or C++.
 */
export function frameCategory(dottedClass: string, isApp: boolean, isIdle: boolean, isNative: boolean): FrameCategory {
  if (isIdle) return 'idle';
  if (isApp) return 'app';
  if (dottedClass === '') return 'unknown';
  if (framework.test(dottedClass)) return 'framework';
  if (runtime.test(dottedClass)) return 'runtime';
  return isNative ? 'native' : 'library';
}

/** The same for native code that is not the app's, by the path of its file: `isNamed` is false while it is no more than an address. */
export function nativeCategory(isNamed: boolean, isSystem: boolean, path: string): FrameCategory {
  if (!isNamed) return 'unknown';
  if (runtimeImage.test(path)) return 'runtime';
  return isSystem ? 'framework' : 'native';
}

/** 0 to 3, the same for the same class: FNV-1a, whose low bits are even enough for four shades. */
export function shadeOf(dottedClass: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < dottedClass.length; at++) hash = Math.imul(hash ^ dottedClass.charCodeAt(at), 0x01000193);
  return (hash >>> 8) & 3;
}
