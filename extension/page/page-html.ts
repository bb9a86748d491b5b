import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { STRINGS_ELEMENT } from '../../protocol/page-protocol.ts';
import { pagePart } from '../../protocol/translation-key.ts';

/** The only folder that the page may load from. */
export function pageRoot(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist');
}

/** Options of every webview: scripts, one folder, no command links. */
export function webviewOptions(extension: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [pageRoot(extension)], enableCommandUris: false };
}

/** A session's page. */
export function pageHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  return bundleHtml(webview, extension, { bundle: 'webview', title: 'Laglens', stringsJson: stringsJson() });
}

export interface PageBundle {
  /** Name of its script and style in the folder. */
  readonly bundle: string;
  /** Plain words. */
  readonly title: string;
  /** Without `<`. */
  readonly stringsJson?: string | undefined;
}

/** The document around a bundle: no inline script or style, no other origin. */
export function bundleHtml(webview: vscode.Webview, extension: vscode.Uri, { bundle, title, stringsJson }: PageBundle): string {
  const nonce = randomBytes(18).toString('base64');
  const source = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(pageRoot(extension), file)).toString();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}; font-src ${webview.cspSource}; img-src data:`;
  const strings =
    stringsJson === undefined ? '' : `<script type="application/json" id="${STRINGS_ELEMENT}" nonce="${nonce}">${stringsJson}</script>\n`;
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="${source(`${bundle}.css`)}">
<title>${title}</title>
</head>
<body>
<div id="page"></div>
${strings}<script nonce="${nonce}" src="${source(`${bundle}.js`)}"></script>
</body>
</html>`;
}

/** The page's texts in the user's language, by `translationKey`; undefined in English. */
export function translatedStrings(): Readonly<Record<string, string>> | undefined {
  return vscode.l10n.bundle && pagePart(vscode.l10n.bundle);
}

/** Escapes `<`, so that no text can end the script element. */
function stringsJson(): string | undefined {
  const strings = translatedStrings();
  return strings && JSON.stringify(strings).replaceAll('<', '\\u003c');
}
