import * as vscode from 'vscode';
import type { ElsewhereFiles } from '../../../host/builds/elsewhere/walk-elsewhere.ts';

/** A folder by VS Code's file systems. */
export function folderFiles(root: vscode.Uri): ElsewhereFiles {
  const at = (path: readonly string[]): vscode.Uri => vscode.Uri.joinPath(root, ...path);
  return {
    list: async (folder) => (await vscode.workspace.fs.readDirectory(at(folder))).map(([name, type]) => ({ name, kind: kindOf(type) })),
    stat: async (file) => {
      const { size, mtime } = await vscode.workspace.fs.stat(at(file));
      return { size, modifiedMs: mtime };
    },
    read: async (file) => vscode.workspace.fs.readFile(at(file)),
  };
}

/** The kind of a link is its target's. */
function kindOf(type: vscode.FileType): 'file' | 'folder' | 'other' {
  if ((type & vscode.FileType.Directory) !== 0) return 'folder';
  return (type & vscode.FileType.File) !== 0 ? 'file' : 'other';
}
