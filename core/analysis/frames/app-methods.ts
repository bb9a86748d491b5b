import type { SessionModel } from '../../session/model/model.ts';
import { isAgentName, isAppImage } from './app-images.ts';
import { dottedClass, isGeneratedClass } from './class-names.ts';

/** Tells by class and by method what is the app's own; each method is looked at once. */
export class AppMethods {
  /** Tells it of a dotted class. */
  readonly isAppClass: (dottedClass: string) => boolean;
  readonly #model: SessionModel;
  readonly #known: (boolean | undefined)[] = [];

  constructor(model: SessionModel, isAppClass: (dottedClass: string) => boolean) {
    this.#model = model;
    this.isAppClass = isAppClass;
  }

  /** True when a method (row of `model.methods`) was written in the app's sources; what compilers generate was not. */
  has(method: number): boolean {
    let isApp = this.#known[method];
    if (isApp === undefined) {
      isApp = this.#isApp(method);
      this.#known[method] = isApp;
    }
    return isApp;
  }

  /** True for code of the frameworks in which iOS' run loops run; main calls one of them, and comes back when the app ends. */
  isRunLoopCode(method: number): boolean {
    const path = this.#model.images[this.#model.methods[method]?.image ?? 0]?.path ?? '';
    return /\/(?:UIKitCore|UIKit|SwiftUI|GraphicsServices|CoreFoundation|Foundation)$/.test(path);
  }

  #isApp(method: number): boolean {
    const row = this.#model.methods[method];
    if (row === undefined) return false;
    if (row.class === '') return row.image !== 0 && !isAgentName(row.name) && isAppImage(this.#model.images[row.image]?.path ?? '');
    const name = dottedClass(row.class);
    return !isGeneratedClass(name) && this.isAppClass(name);
  }

  /**
   * True for the looper's own loop: what called it runs as long as the app, and is to blame for nothing. `loopOnce`, of Android 12
   * and later, is called by it alone.
   */
  isLoop(method: number): boolean {
    const row = this.#model.methods[method];
    return row?.class === 'Landroid/os/Looper;' && row.name === 'loop';
  }
}
