import type { FrameCategory } from '../ui/theme.ts';

/** Packages of the platform. */
const framework = /^(?:android|androidx|com\.android|com\.google\.android|dalvik\.system)\./;
/** Packages of the languages. */
const runtime = /^(?:java|javax|jdk|sun|kotlin|kotlinx|libcore|scala|groovy)\./;

/** Language libraries on iPhones and simulators, and Swift's inside an app. */
const runtimeImage = /(?:^|\/)usr\/lib\/|\/libswift\w+\.dylib$/;

/**
 * @param isIdle the looper waits for its next message
 * @param isNative written in C or C++
 */
export function frameCategory(dottedClass: string, isApp: boolean, isIdle: boolean, isNative: boolean): FrameCategory {
  if (isIdle) return 'idle';
  if (isApp) return 'app';
  if (dottedClass === '') return 'unknown';
  if (framework.test(dottedClass)) return 'framework';
  if (runtime.test(dottedClass)) return 'runtime';
  return isNative ? 'native' : 'library';
}

/** For native code outside the app; `isNamed` is false for a bare address. */
export function nativeCategory(isNamed: boolean, isSystem: boolean, path: string): FrameCategory {
  if (!isNamed) return 'unknown';
  if (runtimeImage.test(path)) return 'runtime';
  return isSystem ? 'framework' : 'native';
}

/** 0 to 3 per class by FNV-1a, whose low bits are even enough. */
export function shadeOf(dottedClass: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < dottedClass.length; at++) hash = Math.imul(hash ^ dottedClass.charCodeAt(at), 0x01000193);
  return (hash >>> 8) & 3;
}
