import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { matches, roomPath, type SourceFile, sourceFiles } from './project-sources.ts';

// Foreign text reaches a person through one door for each place (core/text, extension/surface, webview/ui/dom.ts, cli/terminal.ts).

let files: readonly SourceFile[];

before(async () => {
  files = await sourceFiles((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.d.ts'));
});

const within = (...rooms: readonly string[]): readonly SourceFile[] =>
  files.filter(({ path }) => rooms.some((room) => roomPath(path).startsWith(room)));
const but = (from: readonly SourceFile[], ...doors: readonly string[]): readonly SourceFile[] =>
  from.filter(({ path }) => !doors.some((door) => path.startsWith(door)));

test('texts reach VS Code through extension/surface only', () => {
  const others = but(within('extension/'), 'extension/surface/');
  const shows =
    /\b(?:show(?:Information|Warning|Error)Message|showQuickPick|createQuickPick|showInputBox|createInputBox|setStatusBarMessage|createStatusBarItem|withProgress|createOutputChannel|showOpenDialog|showSaveDialog|showWorkspaceFolderPick|createWebviewPanel|createTreeView|registerTreeDataProvider|createTerminal|createTextEditorDecorationType\(\{[^}]*contentText)\b/;
  assert.deepEqual(matches(others, shows), []);
  assert.deepEqual(matches(others, /\b(?:MarkdownString|MarkedString|CodeLens\(|Hover\(|InlayHint|TreeItem|contentText|hoverMessage)/), []);
  assert.deepEqual(matches(others, /\.tooltip\b|\bLogOutputChannel\b/), []);
});

test('nobody takes VS Code apart to get round that', () => {
  const all = within('extension/');
  assert.deepEqual(matches(all, /\bwindow\s*\[|\{[^}]*\bwindow\b[^}]*\}\s*=\s*vscode\b|\bvscode\s*\[|=\s*vscode\.window\s*[;,)]/), []);
  const imports = /^import (?!\* as vscode|type \* as vscode|type \{).*\bfrom 'vscode'/;
  assert.deepEqual(matches(all, imports), []);
});

test('no Markdown of ours is trusted, is HTML, or draws icons', () => {
  assert.deepEqual(
    matches(within('extension/'), /\b(?:supportHtml|supportThemeIcons)\b|\bisTrusted\s*(?::|=[^=])|enableCommandUris: (?!false)/),
    [],
  );
});

test('no text becomes HTML in the page', () => {
  const parsers =
    /\b(?:innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|srcdoc|setHTML(?:Unsafe)?|parseHTMLUnsafe|dangerouslySetInnerHTML|unsafeHTML)\b|\bdocument\s*\.\s*write(?:ln)?\b|['"](?:href|src|style|on\w+)['"]\s*[:,]\s*[^'"\s]/;
  assert.deepEqual(matches(within('webview/'), parsers), []);
  // A link into VS Code, whose scheme and form webview/shared/editor-link.ts gives.
  const links = matches(within('webview/'), /\.href\s*=|\blocation\s*=|\blocation\s*\.\s*(?:assign|replace)\b|\bwindow\s*\.\s*open\b/);
  assert.deepEqual(
    links.map((link) => link.replace(/:\d+:/, ':')),
    ['webview/shared/main.ts: window.location.href = editorLink(there, line);'],
  );
});

test('texts reach the page through webview/ui/dom.ts, and its canvases through webview/ui/canvas/canvas-text.ts', () => {
  const others = but(within('webview/'), 'webview/ui/dom.ts', 'webview/ui/canvas/canvas-text.ts');
  const sets =
    /\.(?:textContent|innerText|title|ariaLabel|ariaDescription|ariaValueText|ariaRoleDescription|placeholder|alt)\s*=[^=]|createTextNode|new Text\(|new Option\(|setAttribute\(\s*'(?:title|alt|placeholder|aria-(?:label|description|valuetext|roledescription))'|\.(?:fill|stroke)Text\(/;
  assert.deepEqual(matches(others, sets), []);
});

test('elements are made in one place, canvases and measures aside', () => {
  assert.deepEqual(
    matches(but(within('webview/'), 'webview/ui/dom.ts'), /\bcreateElement(?:NS)?\((?!'canvas'\))|\bcloneNode\(|<template\b/),
    [],
  );
});

test('documents are trees of core/document: neither strings with tags, nor elements made one by one', () => {
  const tags =
    /<\/?(?:main|header|nav|section|h[1-6]|p|div|span|strong|code|a|button|table|thead|tbody|tr|t[hd]|[udo]l|li|dt|dd|details|summary|svg|g|rect|path|text)(?:\s[^<>]*)?\/?>/;
  // Frames of pages: their only element is filled by a bundle.
  const frames = ['host/share/shared-page.ts', 'extension/page/page-html.ts'];
  const all = within('core/', 'host/', 'cli/', 'extension/', 'protocol/', 'webview/');
  const made = matches(but(all, 'core/document/', ...frames), tags).filter((line) => !/^\S+ (?:\/?\*|\/\/)/.test(line));
  assert.deepEqual(made, []);
  const pages = files.filter(({ path }) => /^(?:features\/[\w-]+\/webview|webview\/troubleshoot)\//.test(path));
  assert.ok(pages.some(({ path }) => path.endsWith('/main.ts')));
  assert.deepEqual(matches(pages, /\b(?:svgElement|element|textNode|iconButton|textButton|icon)\(/), []);
});

test('HTML is escaped in one place', () => {
  assert.deepEqual(matches(but(files, 'core/text/escape.ts'), /replace(?:All)?\([^)]*&lt;/), []);
});

test('the command line writes through its terminal, and JSON as ASCII', () => {
  assert.deepEqual(matches(but(within('cli/'), 'cli/terminal.ts'), /\bprocess\.std(?:out|err)\b|\bconsole\.|\bJSON\.stringify\b/), []);
  assert.deepEqual(
    matches(but(within('host/', 'core/', 'extension/'), 'host/builds/'), /\bprocess\.std(?:out|err)\.write\b|\bconsole\./),
    [],
  );
});
