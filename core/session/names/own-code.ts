import type { Method } from './method-table.ts';

/** True for the agent's file, and for its functions when linked into the app. */
export function isAgentName(name: string): boolean {
  return /^_?(?:lib)?laglens(?:[-_.]|$)/i.test(name);
}

/** @param path file of the method's image, '' if none */
export function isOwnMethod({ class: signature, name }: Pick<Method, 'class' | 'name'>, path: string): boolean {
  if (signature !== '') return /^Llaglens\/[^/]+;$/.test(signature);
  return isAgentName(name) || isAgentName(path.slice(path.lastIndexOf('/') + 1));
}

/** In place of the class whose messages the agent itself posts to main. Exports leave them out; earlier ones have this name. */
export const OWN_CALLBACK = 'Laglens';

/**
 * A callback's name for people: the agent's own has no class of the app (`hook/laglens/AppWatch.java`).
 * @param className dotted, or a JVM type signature
 */
export function callbackText(className: string): string {
  return /^L?laglens[./]AppWatch;?$/.test(className) ? OWN_CALLBACK : className;
}
