import * as vscode from 'vscode';
import { SAMPLE_SCHEME } from '../../contributions/activation.ts';

/** The sample's name in tab, breadcrumb and header. */
const NAME = 'Sample: shop';

/** Address of the sample session. Its file's path would fill the breadcrumb with folders of VS Code. */
export function sampleUri(): vscode.Uri {
  return vscode.Uri.from({ scheme: SAMPLE_SCHEME, path: `/${NAME}.laglens` });
}

/** The packed file of the sample session. */
export function sampleFile(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'media', 'sample', 'shop.laglens');
}

/** A file system with one file, the sample session, which cannot be changed. */
export class SampleFiles implements vscode.FileSystemProvider {
  readonly #file: vscode.Uri;
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(extension: vscode.Uri) {
    this.#file = sampleFile(extension);
  }

  stat(uri: vscode.Uri): Thenable<vscode.FileStat> {
    return vscode.workspace.fs.stat(this.#known(uri));
  }

  readFile(uri: vscode.Uri): Thenable<Uint8Array> {
    return vscode.workspace.fs.readFile(this.#known(uri));
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /** The packed file behind an address. @throws FileSystemError for any other address */
  #known(uri: vscode.Uri): vscode.Uri {
    if (uri.path !== sampleUri().path) throw vscode.FileSystemError.FileNotFound(uri);
    return this.#file;
  }
}
