import { readFile } from 'node:fs/promises';
import { stylePage } from '../../../host/share/style-page.ts';
import { linkText } from '../../../host/share/view-link.ts';
import type { LagLink, LakePage } from '../core/page/linked-page.ts';

/** A self-contained page, whose only script sorts tables. Links open the session at its lag in VS Code. */
export async function lakeHtml(page: LakePage): Promise<string> {
  const file = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');
  return stylePage({
    title: `${page.title} · Laglens`,
    language: 'en',
    styles: await Promise.all(['../../../webview/shared/theme.css', './lake-html.css', '../webview/lake.css'].map(file)),
    scripts: [await file('../webview/sort-tables.js')],
    body: page.main,
    addressOf: (link) => addressOf(page.links[Number(link)]),
  });
}

/** Other tools' profiles have none. */
function addressOf(link: LagLink | undefined): string | undefined {
  if (link === undefined) return undefined;
  const { path, lag } = link;
  return linkText('vscode', { path, view: lag === undefined ? {} : { lag } });
}
