import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { pageTextKey, translationKey } from '../../protocol/translation-key.ts';

/** The parts of VS Code for the page's text. */
const editor = `data:text/javascript,
  export const Uri = {
    file: (path) => ({ path, toString: () => path }),
    joinPath: (base, ...parts) => Uri.file([base.path, ...parts].join('/')),
  };
  export const env = { language: 'en' };
  export const l10n = { bundle: undefined };`;
registerHooks({
  resolve: (specifier, context, next) => (specifier === 'vscode' ? { url: editor, shortCircuit: true } : next(specifier, context)),
});

const webview: vscode.Webview = {
  options: {},
  html: '',
  cspSource: 'https://page.example',
  onDidReceiveMessage: () => ({ dispose() {} }),
  asWebviewUri: (uri) => uri,
  postMessage: async () => true,
};

test('the page loads from one folder, and runs no script but those with its nonce and no style of its own text', async () => {
  const { bundleHtml, pageHtml, webviewOptions } = await import('./page-html.ts');
  const { l10n, Uri } = await import('vscode');
  const extension = Uri.file('/laglens');
  const bundle = { [pageTextKey('Lags')]: '卡顿</script>', [translationKey('Show Log')]: '显示日志' };
  Object.assign(l10n, { bundle });
  const { localResourceRoots = [], enableCommandUris } = webviewOptions(extension);
  assert.deepEqual([localResourceRoots.map(String), enableCommandUris], [['/laglens/dist'], false]);

  const html = pageHtml(webview, extension);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const nonce = /script-src 'nonce-([\w+/=]{24,})'/.exec(policy)?.[1] ?? '';
  assert.deepEqual(policy.split('; '), [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    'style-src https://page.example',
    'font-src https://page.example',
    'img-src data:',
  ]);
  assert.doesNotMatch(html, /<style|style="|\son\w+=/);
  const scripts = [...html.matchAll(/<script ([^>]*)>/g)].map(([, attributes = '']) => attributes);
  assert.equal(scripts.length, 2);
  assert.equal(html.match(/<\/script/g)?.length, 2, 'no sentence ends its element');
  assert.ok(scripts.every((attributes) => attributes.includes(`nonce="${nonce}"`)));
  const loaded = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, from]) => from);
  assert.deepEqual(loaded, ['/laglens/dist/webview.css', '/laglens/dist/webview.js']);
  assert.ok(html.includes(JSON.stringify({ [translationKey('Lags')]: '卡顿</script>' }).replace('<', '\\u003c')), 'only its own texts');
  Object.assign(l10n, { bundle: undefined });
  assert.equal(pageHtml(webview, extension).match(/<script/g)?.length, 1, 'English is in the page');
  assert.notEqual(pageHtml(webview, extension), html, 'each page has a nonce of its own');

  const troubleshooting = bundleHtml(webview, extension, { bundle: 'troubleshoot', title: 'Troubleshooting' });
  assert.deepEqual(
    [...troubleshooting.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, from]) => from),
    ['/laglens/dist/troubleshoot.css', '/laglens/dist/troubleshoot.js'],
  );
  assert.match(troubleshooting, /content="default-src 'none'; script-src 'nonce-[\w+/=]{24,}'; style-src https:/);
});
