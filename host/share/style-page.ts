import { type AddressOf, htmlOf } from '../../core/document/html-of.ts';
import type { PageElement } from '../../core/document/page-node.ts';
import { htmlText } from '../../core/text/escape.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { pagePolicy } from './page-policy.ts';

interface StylePageParts {
  /** For the browser's tab. */
  readonly title: string;
  /** Such as `en`. */
  readonly language: string;
  /** Our own, in order. */
  readonly styles: readonly string[];
  readonly body: PageElement;
  /** Of the body's links; none unless given. */
  readonly addressOf?: AddressOf;
  /** Our own; none unless given. They run after the body. */
  readonly scripts?: readonly string[];
}

/** A self-contained HTML file that runs only the given scripts and requests nothing. */
export function stylePage({ title, language, styles, body, addressOf, scripts = [] }: StylePageParts): string {
  return `<!DOCTYPE html>
<html lang="${htmlText(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${htmlText(pagePolicy(scripts, styles))}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${htmlText(oneLine(title))}</title>
${styles.map((style) => `<style>${style}</style>`).join('\n')}
</head>
<body>
${[htmlOf(body, addressOf), ...scripts.map((script) => `<script>${script}</script>`)].join('\n')}
</body>
</html>
`;
}
