import { isOfSystem } from '../analysis/frames/app-images.ts';
import { dottedClass, packageOf } from '../analysis/frames/class-names.ts';
import { uint8At } from '../columns/at.ts';
import { withRow } from '../columns/table.ts';
import type { SessionModel } from '../session/model/model.ts';
import type { FrameKey } from './transform.ts';

export interface MethodFacts {
  key(method: number): FrameKey;
  /** As the page colours it: `app`, `framework`. */
  category(method: number): string;
  /** A bare address of no code of the app. */
  isUnnamed(method: number): boolean;
  /** File of native code, or a library's common package: `libc.so`, `androidx.compose`. '' if unknown. */
  library(method: number): string;
}

export class ModelMethodFacts implements MethodFacts {
  readonly #model: SessionModel;
  readonly #categoryOf: (method: number) => string;
  readonly #keys: string[] = [];
  readonly #categories: string[] = [];
  readonly #libraries: string[] = [];
  /** Methods that were checked for names. */
  #checked = 0;
  #hasUnnamed = false;

  constructor(model: SessionModel, categoryOf: (method: number) => string) {
    this.#model = model;
    this.#categoryOf = categoryOf;
  }

  key(method: number): FrameKey {
    let key = this.#keys[method];
    if (key === undefined) {
      key = this.#keyOf(method);
      this.#keys[method] = key;
    }
    return key;
  }

  category(method: number): string {
    let category = this.#categories[method];
    if (category === undefined) {
      category = this.#categoryOf(method);
      this.#categories[method] = category;
    }
    return category;
  }

  library(method: number): string {
    let library = this.#libraries[method];
    if (library === undefined) {
      library = this.#libraryOf(method);
      this.#libraries[method] = library;
    }
    return library;
  }

  isUnnamed(method: number): boolean {
    return isUnnamedMethod(this.#model, method);
  }

  /** True once a method has no name. */
  get hasUnnamed(): boolean {
    const { length } = this.#model.methods;
    while (!this.#hasUnnamed && this.#checked < length) this.#hasUnnamed = this.isUnnamed(this.#checked++);
    return this.#hasUnnamed;
  }

  #keyOf(method: number): FrameKey {
    const row = this.#model.methods[method];
    if (row === undefined) return '?';
    if (row.offset >= 0) return `${this.#file(row.image)}+0x${row.offset.toString(16)}`;
    const name = row.class === '' ? row.name : `${dottedClass(row.class)}.${row.name}`;
    return name === '' ? '?' : name;
  }

  #libraryOf(method: number): string {
    const row = this.#model.methods[method];
    if (row === undefined) return '';
    return row.image === 0 ? libraryOfClass(dottedClass(row.class)) : this.#file(row.image);
  }

  #file(image: number): string {
    return this.#model.images[image]?.path.split('/').at(-1) ?? '';
  }
}

/** True for a bare address of the system's code, or of code in no known file. Unnamed code of the app needs a build. */
export function isUnnamedMethod(model: SessionModel, method: number): boolean {
  const row = model.methods[method];
  if (row === undefined || row.offset < 0) return false;
  const path = model.images[row.image]?.path ?? '';
  return path === '' || isOfSystem(path);
}

/** Package trees known as one library. */
const oneTree = /^(?:android|dalvik|java|javax|jdk|sun|kotlin|libcore|scala|groovy)\./;
/** Packages below a domain (`com.squareup.okhttp3`) need one part more. */
const domain = /^[a-z]{2,3}\./;

/** `androidx.compose.ui.Node` -> `androidx.compose`, `com.squareup.okhttp3.Call` -> `com.squareup.okhttp3`, `java.util.List` -> `java` */
function libraryOfClass(dotted: string): string {
  const inPackage = `${packageOf(dotted)}.`;
  const parts = oneTree.test(inPackage) ? 1 : domain.test(inPackage) ? 3 : 2;
  return packageOf(dotted).split('.').slice(0, parts).join('.');
}

const [UNKNOWN, NO, YES] = [0, 1, 2];

export function isFunction(facts: MethodFacts, key: FrameKey): (method: number) => boolean {
  return remembered((method) => facts.key(method) === key);
}

/** Asks once per method. Bytes, as a list with holes would be a slow dictionary. */
export function remembered(ask: (method: number) => boolean): (method: number) => boolean {
  let known: Uint8Array = new Uint8Array(256);
  return (method) => {
    if (method >= known.length) known = withRow(known, method);
    const answer = uint8At(known, method);
    if (answer !== UNKNOWN) return answer === YES;
    const isSo = ask(method);
    known[method] = isSo ? YES : NO;
    return isSo;
  };
}
