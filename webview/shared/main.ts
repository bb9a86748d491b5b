import './theme.css';
import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import { readSession, type SessionReadDriver } from '../../core/session/file/reader.ts';
import { SHARED_ELEMENTS, SHARED_SESSION, type SharedFacts, STRINGS_ELEMENT, type ToPage } from '../../protocol/page-protocol.ts';
import type { FromPage, SourceRequest } from '../../protocol/parse-from-page.ts';
import { element, setText } from '../ui/dom.ts';
import { readTranslations, t } from '../ui/translated.ts';
import { editorLink } from './editor-link.ts';

/** Written by the sender with this very build, so it needs no parsing. */
const facts: SharedFacts = JSON.parse(document.getElementById(SHARED_ELEMENTS.facts)?.textContent ?? '{}');

/** Time of a notice. */
const SHOWN_MS = 6_000;

const notice = element('div', { class: 'shared-notice', role: 'status' });
let hiding: ReturnType<typeof setTimeout> | undefined;

Object.assign(window, {
  acquireVsCodeApi: () => ({
    postMessage: execute,
    getState: () => addressState() ?? { session: SHARED_SESSION, view: facts.view },
    setState: storeAddressState,
  }),
});

readTranslations(document.getElementById(STRINGS_ELEMENT)?.textContent);
followTheme();

function execute(message: FromPage): void {
  if (message.type === 'ready') void sendSession();
  else if (message.type === 'open') openSource(message.source);
  else if (message.type === 'copyText') copyText(message.text);
  else if (message.type === 'openSetting') copyName(message.setting);
  // A reload shows the comparison again.
  else if (message.type === 'clearBaseline') sendToPage({ type: 'baseline', baseline: undefined });
}

function sendToPage(message: ToPage): void {
  window.dispatchEvent(new MessageEvent('message', { data: message }));
}

/** Sends the session as the extension does with a file. */
async function sendSession(): Promise<void> {
  const { title, thresholdUs, limits, appClasses } = facts;
  sendToPage({ type: 'begin', session: SHARED_SESSION, title, live: false, keepsNames: true, thresholdUs, limits, appClasses });
  if (facts.baseline !== undefined) sendToPage({ type: 'baseline', baseline: await unpackedBaseline(facts.baseline) });
  sendToPage({ type: 'phase', phase: 'recorded', detail: '' });
  const bytes = bytesOf(document.getElementById(SHARED_ELEMENTS.session)?.textContent?.trim() ?? '');
  const reader = readSession({ size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) }, inflateDriver);
  try {
    let held: ArrayBuffer | undefined;
    for await (const chunk of reader) {
      if (held) sendToPage({ type: 'bytes', data: held, catchingUp: true, chunk: true });
      held = new Uint8Array(chunk).buffer;
    }
    if (held) sendToPage({ type: 'bytes', data: held, catchingUp: false, chunk: true });
  } catch (error) {
    sendToPage({ type: 'failed', text: error instanceof Error ? error.message : String(error), next: '' });
  }
}

async function unpackedBaseline(packed: string): Promise<Baseline> {
  const json = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(json).json();
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Opens a place by a link to VS Code if the sender allowed it; otherwise shows and copies it. */
function openSource({ class: className, file, line, path }: SourceRequest): void {
  const place = `${file || className}${line > 0 ? `:${line}` : ''}`;
  const there = facts.places[`${className} ${path ?? file}`];
  if (there !== undefined) {
    window.location.href = editorLink(there, line);
    return;
  }
  copyName(place);
}

function copyName(name: string): void {
  void copy(name).then((isCopied) => showNotice(isCopied ? t('Copied {0}', name) : name));
}

/** A text that cannot be copied can be selected. */
function copyText(words: string): void {
  void copy(words).then((isCopied) => showNotice(isCopied ? t('Copied {0}', t('All threads')) : words));
}

/** False if the browser denies it, as some do to pages from files. */
async function copy(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return false;
  }
}

/** VS Code marks a page's theme by classes of the body. */
function followTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const contrast = window.matchMedia('(prefers-contrast: more)');
  const show = (): void => {
    const { classList } = document.body;
    classList.toggle('vscode-dark', dark.matches);
    classList.toggle('vscode-light', !dark.matches);
    classList.toggle('vscode-high-contrast', contrast.matches);
    classList.toggle('vscode-high-contrast-light', contrast.matches && !dark.matches);
  };
  for (const query of [dark, contrast]) query.addEventListener('change', show);
  show();
}

/** Inflates session files in a browser, never beyond the announced size. */
const inflateDriver: SessionReadDriver = {
  async inflate(stored, rawLength) {
    const source = new Blob([new Uint8Array(stored)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const raw = new Uint8Array(rawLength);
    let filled = 0;
    const reader = source.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (filled + part.value.length > rawLength) {
        await reader.cancel();
        throw new RangeError('The chunk inflates to more than it said.');
      }
      raw.set(part.value, filled);
      filled += part.value.length;
    }
    return raw.subarray(0, filled);
  },
};

const PREFIX = '#view=';

/** The view of the page's address, which reloads, bookmarks and links keep. */
function addressState(): unknown {
  if (!location.hash.startsWith(PREFIX)) return undefined;
  try {
    return JSON.parse(decodeURIComponent(location.hash.slice(PREFIX.length)));
  } catch {
    // An address cut by a mail program: the sender's view is shown.
    return undefined;
  }
}

function storeAddressState(state: unknown): void {
  try {
    history.replaceState(undefined, '', `${PREFIX}${encodeURIComponent(JSON.stringify(state))}`);
  } catch {
    // A mail's preview may forbid it; the view is lost then.
  }
}

/** Shows a notice at the foot of the page; its text can be selected. */
function showNotice(words: string): void {
  if (!notice.isConnected) document.body.append(notice);
  setText(notice, words);
  notice.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    notice.hidden = true;
  }, SHOWN_MS);
}
