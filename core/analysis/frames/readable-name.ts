import { isGeneratedClass, outerClass, packageOf, simpleClass } from './class-names.ts';

/** The compiler's form of a function, shown after its name. */
type CodeKind = 'function' | 'lambda' | 'suspend' | 'constructor' | 'classInit' | 'bridge';

export interface ReadableName {
  /** Without package, '' for a top-level function: `Cart.Item`. */
  readonly owner: string;
  /** Its function, property or constructor: `total`. */
  readonly member: string;
  readonly kind: CodeKind;
}

const PLAIN = /^[A-Za-z]\w*$/;

/** Shown unchanged. */
export function isPlainName(name: string): boolean {
  return PLAIN.test(name);
}

/** From a dotted class and a class file's method (Java, Kotlin, D8, Compose). Functions of other languages have no class. */
export function readableName(dottedClass: string, method: string): ReadableName {
  if (dottedClass === '') return { owner: '', member: method, kind: 'function' };
  const simple = simpleClass(dottedClass);
  if (isPlainName(simple) && isPlainName(method)) {
    return { owner: isOfFile(simple, dottedClass) ? '' : simple, member: method, kind: 'function' };
  }
  const singleton = /^ComposableSingletons\$(\w+?)(?:Kt)?\$(lambda[-$]\d+)/.exec(simple);
  if (singleton !== null) return { owner: singleton[1] ?? '', member: singleton[2] ?? '', kind: 'lambda' };
  const owner = outerName(dottedClass);
  if (isGeneratedClass(dottedClass)) return { owner, member: method, kind: 'bridge' };
  const parts = simple.split('$').filter((part) => part !== '');
  const isLambdaClass = parts.length > 1 && /^\d+$/.test(parts.at(-1) ?? '') && (method === 'invoke' || method === 'invokeSuspend');
  if (isLambdaClass) {
    const member = parts.find((part, index) => index > 0 && /^\p{Ll}/u.test(part)) ?? method;
    return { owner, member: plainMethod(member), kind: method === 'invokeSuspend' ? 'suspend' : 'lambda' };
  }
  const nested = parts.slice(owner === '' ? 1 : 0).join('.');
  if (method === '<init>') return { owner: nested, member: parts.at(-1) ?? simple, kind: 'constructor' };
  if (method === '<clinit>') return { owner: nested, member: parts.at(-1) ?? simple, kind: 'classInit' };
  const lambda = /^(?:lambda\$(\w+?)\$\d+(?:\$[\w-]+)?|(\w+?)\$lambda[$-]\d+.*)$/.exec(method);
  if (lambda !== null) return { owner: nested, member: lambda[1] ?? lambda[2] ?? method, kind: 'lambda' };
  return { owner: nested, member: plainMethod(method), kind: 'function' };
}

const suffixes: Readonly<Record<CodeKind, string>> = {
  function: '',
  lambda: ' λ',
  suspend: ' (suspend)',
  constructor: ' (constructor)',
  classInit: ' (class init)',
  bridge: ' (generated)',
};

/** One text: `Cart.total`, `Cart.sort λ`, `totalWithOffers`. */
export function readableLabel(name: ReadableName): string {
  return `${name.owner === '' ? '' : `${name.owner}.`}${name.member}${suffixes[name.kind]}`;
}

/** `Cart` of `com.example.Cart$Item`; '' for a file's class (`CartKt`), whose functions have no class. */
function outerName(dottedClass: string): string {
  const outer = simpleClass(outerClass(dottedClass));
  return isOfFile(outer, dottedClass) ? '' : outer;
}

function isOfFile(outer: string, dottedClass: string): boolean {
  return outer.endsWith('Kt') && outer.length > 2 && packageOf(dottedClass) !== 'kotlin';
}

/** Without Kotlin's additions: `total-3a7xKb` (value classes), `total$default`, `access$total`, `total$app_debug` (internal). */
function plainMethod(method: string): string {
  const accessed = method.replace(/^access\$/, '');
  return /^[\p{L}_<][\p{L}\p{N}_>]*/u.exec(accessed)?.[0] ?? method;
}
