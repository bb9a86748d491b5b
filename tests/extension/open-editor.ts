import type * as vscode from 'vscode';

/** An unscrolled text editor with a source of the app. */
export class OpenEditor implements vscode.TextEditor {
  readonly document: vscode.TextDocument;
  visibleRanges: readonly vscode.Range[] = [];
  /** Of each type, as they were set. */
  readonly decorations: (readonly vscode.DecorationOptions[])[] = [];
  readonly selections = [];
  readonly options = {};
  readonly viewColumn = undefined;
  readonly #text: string;
  #drawn: (() => void) | undefined;

  constructor(path: string, text: string) {
    this.#text = text;
    this.document = openDocument(path, () => this.#text);
  }

  get selection(): never {
    throw new Error('Nobody selects in it.');
  }

  setDecorations(_type: vscode.TextEditorDecorationType, options: vscode.DecorationOptions[]): void {
    this.decorations.push(options);
    this.#drawn?.();
  }

  /** Resolves when its costs are drawn next. */
  drawn(): Promise<void> {
    return new Promise((resolve) => {
      this.#drawn = resolve;
    });
  }

  readonly edit = unasked;
  readonly insertSnippet = unasked;
  readonly revealRange = unasked;
  readonly show = unasked;
  readonly hide = unasked;
}

function openDocument(path: string, getText: () => string): vscode.TextDocument {
  const uri = {
    scheme: 'file',
    authority: '',
    path,
    query: '',
    fragment: '',
    fsPath: path,
    with: unasked,
    toString: () => `file://${path}`,
    toJSON: unasked,
  };
  return {
    uri,
    fileName: path,
    isUntitled: false,
    languageId: 'java',
    encoding: 'utf8',
    version: 1,
    isDirty: false,
    isClosed: false,
    eol: 1,
    lineCount: getText().split('\n').length,
    getText,
    save: unasked,
    lineAt: (line: number | vscode.Position) => openLine(getText(), Number(line)),
    offsetAt: unasked,
    positionAt: unasked,
    getWordRangeAtPosition: unasked,
    validateRange: unasked,
    validatePosition: unasked,
  };
}

/** Line costs read its text alone. */
function openLine(text: string, lineNumber: number): vscode.TextLine {
  const line = text.split('\n')[lineNumber] ?? '';
  return {
    lineNumber,
    text: line,
    range: Object.create(null),
    get rangeIncludingLineBreak() {
      return unasked();
    },
    firstNonWhitespaceCharacterIndex: line.length - line.trimStart().length,
    isEmptyOrWhitespace: line.trim() === '',
  };
}

function unasked(): never {
  throw new Error('Costs of lines have no need of this.');
}
