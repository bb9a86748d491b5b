import type { SessionModel } from '../../session/model/model.ts';

const primitives: Readonly<Record<string, string>> = {
  B: 'byte',
  C: 'char',
  D: 'double',
  F: 'float',
  I: 'int',
  J: 'long',
  S: 'short',
  Z: 'boolean',
};

/** A class as written in sources, from a JVM type signature (`Lcom/example/Cart$1;`, `[I`), an internal or a dotted name. */
export function dottedClass(name: string): string {
  if (name.startsWith('L') && name.endsWith(';')) return name.slice(1, -1).replaceAll('/', '.');
  const element = name.replace(/^\[+/, '');
  const dimensions = name.length - element.length;
  const isObject = element.startsWith('L') && element.endsWith(';');
  const dotted = isObject ? element.slice(1, -1) : dimensions > 0 ? (primitives[element] ?? element) : element;
  return dotted.replaceAll('/', '.') + '[]'.repeat(dimensions);
}

/** A class object's class: an agent's generic signature, or as the dumps of ART and of HotSpot have it. */
const classObject = /^(?:Ljava\/lang\/Class<(.{1,65536})>;|java\.lang\.Class(?:<(.{1,65536})>| for (.{1,65536})))$/s;

/** `Lcom/example/Cart;` of `Ljava/lang/Class<Lcom/example/Cart;>;`; undefined for other objects. */
export function classOfObject(name: string): string | undefined {
  const [, signature, ofArt, ofHotSpot] = classObject.exec(name) ?? [];
  return signature ?? ofArt ?? ofHotSpot;
}

/** Dotted source name of an agent's class (row of `model.strings`), or ''. A class object's is `java.lang.Class<com.example.Cart>`. */
export function sourceClass(model: SessionModel, run: number, text: number | undefined): string {
  const name = model.strings[text ?? 0] ?? '';
  const inner = classOfObject(name);
  const built = dottedClass(inner ?? name);
  const source = model.runs[run]?.names.classes.get(built) ?? built;
  return inner === undefined ? source : `java.lang.Class<${source}>`;
}

/** '' for the default package. */
export function packageOf(dotted: string): string {
  return dotted.slice(0, Math.max(0, dotted.lastIndexOf('.', generatedAt(dotted))));
}

/** Without the package: `Cart$1`. */
export function simpleClass(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf('.', generatedAt(dotted)) + 1);
}

/** Classes inside the synchronizers of java.util.concurrent, such as `ReentrantLock$NonfairSync`. */
const synchronizer = /^(java\.util\.concurrent\.(?:locks\.)?\w+)\$(?:Sync|FairSync|NonfairSync)$/;

/** Class of the result of `Lock.newCondition`. */
const condition = /^java\.util\.concurrent\.locks\.AbstractQueued(?:Long)?Synchronizer\$ConditionObject$/;

/**
 * An awaited object's class by the name that sources use: `ReentrantLock` of `java.util.concurrent.locks.ReentrantLock$NonfairSync`,
 * `Cart.class` of `java.lang.Class<com.example.Cart>`.
 */
export function awaitedClass(dotted: string): string {
  const inner = classOfObject(dotted);
  if (inner !== undefined) return `${simpleName(inner)}.class`;
  return condition.test(dotted) ? 'Condition' : simpleName(dotted.replace(synchronizer, '$1'));
}

/** Suffixes of lambda classes: D8, javac, HotSpot. */
const lambdaSuffix = /\$\$(?:ExternalSyntheticLambda|Lambda).*$/;

/** `com.example.shop.Cart$1` -> `Cart$1`; `com.example.Cart$$ExternalSyntheticLambda0` -> `Cart λ` */
export function simpleName(dottedClass: string): string {
  const written = dottedClass.replace(lambdaSuffix, ' λ');
  return written.slice(written.lastIndexOf('.') + 1);
}

/**
 * The class of the source: `Cart` of `Cart$1`, `Cart$$Lambda.0x7f01`, `Cart$$ExternalSyntheticLambda0`, `-$$Lambda$Cart$xYz` (older
 * desugaring), `ComposableSingletons$CartKt$lambda-1$1`.
 */
export function outerClass(dotted: string): string {
  const simple = simpleClass(dotted).replace(/^(?:-\$\$Lambda\$|ComposableSingletons\$|LiveLiterals\$)/, '');
  const outer = /^\$*[^$]*/.exec(simple)?.[0] ?? simple;
  const inPackage = packageOf(dotted);
  return inPackage === '' ? outer : `${inPackage}.${outer}`;
}

/** True for classes without source code: their frames only forward calls. */
export function isGeneratedClass(dotted: string): boolean {
  return (
    /\$\$(?:Lambda|ExternalSynthetic|InternalSynthetic|SyntheticClass)|^D8\$\$/.test(simpleClass(dotted)) ||
    simpleClass(dotted).startsWith('-$$')
  );
}

const PROXY = '$Stub$Proxy';

/** The interface for calls of another process by a class generated from AIDL; undefined for other classes. */
export function remoteInterface(dotted: string): string | undefined {
  return dotted.endsWith(PROXY) ? simpleClass(dotted).slice(0, -PROXY.length) : undefined;
}

/** Hidden classes have a dot in their generated part (`Cart$$Lambda.0x7f01`), not of a package. */
function generatedAt(dotted: string): number {
  const at = dotted.indexOf('$$Lambda');
  return at > 0 && dotted[at - 1] !== '-' ? at : dotted.length;
}
