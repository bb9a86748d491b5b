import { createHash } from 'node:crypto';

/** A Content-Security-Policy that allows exactly these scripts and styles by hash, and no requests. */
export function pagePolicy(scripts: readonly string[], styles: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashSource).join(' ') || "'none'"}`,
    `style-src ${styles.map(hashSource).join(' ')}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
