import { createHash } from 'node:crypto';

/** A short key of a phrase, for the shipped bundles: with whole templates they are a fifth larger. */
export function phraseKey(template: string): string {
  return createHash('sha256').update(template).digest('base64url').slice(0, 5);
}
