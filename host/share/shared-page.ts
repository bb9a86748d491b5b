import { createHash } from 'node:crypto';
import { htmlText } from '../../core/text/html-text.ts';
import { oneLine } from '../../core/text/one-line.ts';

/** What a shared page is made of. */
export interface SharedPageParts {
  /** Of the file, for the browser's tab. */
  readonly title: string;
  /** Language of the sentences: `en`. */
  readonly language: string;
  /** Style sheets, in their order. */
  readonly styles: readonly string[];
  /** Scripts, in their order. */
  readonly scripts: readonly string[];
  /** Data that the scripts look for, by the ids of their elements; written as JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The session file, and the id of its element. */
  readonly session: { readonly id: string; readonly bytes: Uint8Array };
}

/**
 * One HTML file that needs nothing else: opens from a folder or out of a mail, without a network. Its policy lets exactly these scripts
 * and styles run, by their hashes, and nothing be loaded or sent.
 */
export function sharedPageHtml({ title, language, styles, scripts, data, session }: SharedPageParts): string {
  const safeScripts = scripts.map((script) => script.replaceAll(/<(?=\/script|!--|script)/gi, '\\x3c'));
  const safeStyles = styles.map((style) => style.replaceAll(/<(?=\/style)/gi, '\\3c '));
  const policy = [
    "default-src 'none'",
    `script-src ${safeScripts.map(hashSource).join(' ')}`,
    `style-src ${safeStyles.map(hashSource).join(' ')}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const blocks = Object.entries(data).map(([id, value]) => block(id, 'application/json', jsonText(value)));
  return `<!DOCTYPE html>
<html lang="${htmlText(language)}" data-shared>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${htmlText(oneLine(title))}</title>
${safeStyles.map((style) => `<style>${style}</style>`).join('\n')}
</head>
<body>
<div id="page"></div>
${blocks.join('\n')}
${block(session.id, 'application/octet-stream', Buffer.from(session.bytes).toString('base64'))}
${safeScripts.map((script) => `<script>${script}</script>`).join('\n')}
</body>
</html>
`;
}

function block(id: string, type: string, text: string): string {
  return `<script type="${type}" id="${id}">${text}</script>`;
}

/** `<` is written as an escape, so that no text can end the element. */
function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
