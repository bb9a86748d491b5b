import type { SessionModel } from '../../session/model/model.ts';
import { isAppImage } from './app-images.ts';
import { isAppScript } from './app-scripts.ts';
import { dottedClass, isGeneratedClass, remoteInterface } from './class-names.ts';

export class AppMethods {
  /** Takes dotted classes. */
  readonly isAppClass: (dottedClass: string) => boolean;
  readonly #model: SessionModel;
  readonly #known: (boolean | undefined)[] = [];

  readonly #hasGenerated: boolean;
  #withGenerated: AppMethods | undefined;

  constructor(model: SessionModel, isAppClass: (dottedClass: string) => boolean, hasGenerated = false) {
    this.#model = model;
    this.isAppClass = isAppClass;
    this.#hasGenerated = hasGenerated;
  }

  /** The same with compilers' own methods: R8 moves a lambda's code into the class that it makes for it. */
  get withGenerated(): AppMethods {
    this.#withGenerated ??= new AppMethods(this.#model, this.isAppClass, true);
    return this.#withGenerated;
  }

  /** True for the app's sources, not compilers' own methods (row of `model.methods`). */
  has(method: number): boolean {
    let isApp = this.#known[method];
    if (isApp === undefined) {
      isApp = this.#isApp(method);
      this.#known[method] = isApp;
    }
    return isApp;
  }

  /** True for frameworks that run iOS' run loops; main calls one of them once. */
  isRunLoopCode(method: number): boolean {
    const path = this.#model.images[this.#model.methods[method]?.image ?? 0]?.path ?? '';
    return /\/(?:UIKitCore|UIKit|SwiftUI|GraphicsServices|CoreFoundation|Foundation)$/.test(path);
  }

  #isApp(method: number): boolean {
    const row = this.#model.methods[method];
    if (row === undefined) return false;
    if (row.class === '' && row.image === 0) return isAppScript(row);
    if (row.class === '') return isAppImage(this.#model, row.image);
    const name = dottedClass(row.class);
    return (
      (this.#hasGenerated || !isGeneratedClass(name)) &&
      remoteInterface(name) === undefined &&
      (this.isAppClass(name) || isWithoutPackage(name))
    );
  }

  /** True for the looper's own loop, whose callers are never blamed. Only it calls `loopOnce` (Android 12 and later). */
  isLoop(method: number): boolean {
    const row = this.#model.methods[method];
    return row?.class === 'Landroid/os/Looper;' && row.name === 'loop';
  }
}

/** Systems and libraries have packages. R8's short names could be of any package. */
function isWithoutPackage(dottedClass: string): boolean {
  return /^\p{Lu}[\p{L}\p{N}_]{3}/u.test(dottedClass) && !dottedClass.includes('.') && !dottedClass.includes('[');
}
