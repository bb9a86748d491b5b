import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipOf } from '../../fixtures/made-archives.ts';

/** The scheme of its folders. */
export const FOLDER_SCHEME = 'other-computer';

/** Reads the paths of `OTHER_COMPUTER`'s folder; a line each in its log. */
const program = `
const vscode = require('vscode');
const fs = require('node:fs');
const path = require('node:path');
const root = process.env.OTHER_COMPUTER;
const at = (uri) => path.join(root, uri.path);
const kind = (found) => found.isDirectory() ? vscode.FileType.Directory : vscode.FileType.File;
const log = (what, uri) => fs.appendFileSync(path.join(root, 'log'), what + ' ' + uri.path + '\\n');
const guarded = (run) => (...given) => {
  try { return run(...given); } catch { throw vscode.FileSystemError.FileNotFound(given[0]); }
};
exports.activate = (context) => {
  const none = () => { throw vscode.FileSystemError.NoPermissions(); };
  const provider = {
    onDidChangeFile: new vscode.EventEmitter().event,
    watch: () => new vscode.Disposable(() => {}),
    stat: guarded((uri) => { const s = fs.statSync(at(uri)); return { type: kind(s), size: s.size, ctime: 0, mtime: Math.round(s.mtimeMs) }; }),
    readDirectory: guarded((uri) => fs.readdirSync(at(uri), { withFileTypes: true }).map((e) => [e.name, kind(e)])),
    readFile: guarded((uri) => { log('read', uri); return fs.readFileSync(at(uri)); }),
    createDirectory: none, writeFile: none, delete: none, rename: none,
  };
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('${FOLDER_SCHEME}', provider, { isReadonly: true }));
};
`;

const manifest = {
  ...{ name: 'other-computer', publisher: 'tests', version: '1.0.0', engines: { vscode: '^1.100.0' }, main: './main.js' },
  activationEvents: ['*', `onFileSystem:${FOLDER_SCHEME}`],
};

/**
 * Packs an extension whose folders only VS Code's file systems read, as those of a remote window.
 * @returns its .vsix, in a new folder
 */
export async function folderExtension(): Promise<string> {
  const vsix = join(await mkdtemp(join(tmpdir(), 'laglens-fs-')), 'other-computer.vsix');
  const about = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata><Identity Language="en-US" Id="other-computer" Version="1.0.0" Publisher="tests"/><DisplayName>Other computer</DisplayName></Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets>
</PackageManifest>`;
  const types = `<?xml version="1.0" encoding="utf-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/></Types>`;
  const files = {
    'extension/package.json': JSON.stringify(manifest),
    'extension/main.js': program,
    'extension.vsixmanifest': about,
    '[Content_Types].xml': types,
  };
  await writeFile(vsix, zipOf(files));
  return vsix;
}
