import { readFile } from 'node:fs/promises';
import { stylePage } from '../../../host/share/style-page.ts';
import { linkText } from '../../../host/share/view-link.ts';
import { pageMarkup } from '../core/page/page-markup.ts';
import type { LagLink, LakePage } from '../core/page/page-node.ts';

/** A self-contained page, whose only script sorts tables. Links open the session at its lag in VS Code. */
export async function lakeHtml(page: LakePage): Promise<string> {
  const file = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');
  return stylePage({
    title: `${page.title} · Laglens`,
    language: 'en',
    styles: await Promise.all(['../../../webview/shared/theme.css', './lake-html.css', '../webview/lake.css'].map(file)),
    scripts: [await file('../webview/sort-tables.js')],
    body: pageMarkup(page, addressOf),
  });
}

/** Other tools' profiles have none. */
function addressOf({ path, lag }: LagLink): string | undefined {
  return linkText('vscode', { path, view: lag === undefined ? {} : { lag } });
}
