import { deflateRawSync } from 'node:zlib';
import { htmlText } from '../../core/text/escape.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { pagePolicy } from './page-policy.ts';

interface SharedPageParts {
  /** For the browser's tab. */
  readonly title: string;
  /** Such as `en`. */
  readonly language: string;
  /** In order. */
  readonly styles: readonly string[];
  /** In order. */
  readonly scripts: readonly string[];
  /** JSON by element id. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The session file and its element's id. */
  readonly session: { readonly id: string; readonly bytes: Uint8Array };
}

/** Unpacks and runs the scripts, one after the other. Their hashes are in the policy, too. */
const loader = `void (async () => {
  for (const packed of document.querySelectorAll('script[data-packed]')) {
    const bytes = Uint8Array.from(atob(packed.textContent), (character) => character.charCodeAt(0));
    const script = document.createElement('script');
    script.textContent = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
    packed.replaceWith(script);
  }
})();`;

/** A self-contained HTML file for offline use, its scripts packed. Its policy allows exactly these scripts and styles by hash, and no requests. */
export function sharedPageHtml({ title, language, styles, scripts, data, session }: SharedPageParts): string {
  const safeStyles = styles.map((style) => style.replaceAll(/<(?=\/style)/gi, '\\3c '));
  const policy = pagePolicy([loader, ...scripts], safeStyles);
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
${scripts.map((script) => `<script type="application/octet-stream" data-packed>${packed(script)}</script>`).join('\n')}
<script>${loader}</script>
</body>
</html>
`;
}

function block(id: string, type: string, text: string): string {
  return `<script type="${type}" id="${id}">${text}</script>`;
}

function packed(text: string): string {
  return deflateRawSync(text, { level: 9 }).toString('base64');
}

/** An escaped `<` cannot end the element. */
function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
