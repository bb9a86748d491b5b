import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { appClassPredicate, appPrefixesOf, packagesIn } from '../../core/analysis/frames/app-classes.ts';
import { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import type { AppLimits } from '../../core/analysis/lags/app-limits.ts';
import { LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import { comparedPart } from '../../core/analysis/lags/groups/compared-part.ts';
import { sessionFrames } from '../../core/analysis/lags/session-frames.ts';
import { sessionMarkdown } from '../../core/analysis/report/session-markdown.ts';
import { LaglensError } from '../../core/errors.ts';
import { redacted } from '../../core/session/copy/copy-session.ts';
import { type ExcerptOptions, excerptOf } from '../../core/session/copy/excerpt.ts';
import type { Redaction } from '../../core/session/copy/redaction.ts';
import { pathShortener } from '../../core/session/copy/short-paths.ts';
import { Turns } from '../../core/session/file/turns.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import type { Message } from '../../core/wire/schema.ts';
import { sessionBytes } from '../../host/session-file.ts';
import { sharedPageHtml } from '../../host/share/shared-page.ts';
import { EXTENSION_ID, linkParts } from '../../host/share/view-link.ts';
import { nodeTurns } from '../../host/turn-driver.ts';
import { type AppClasses, SHARED_ELEMENTS, type SharedFacts, type ShareKind, STRINGS_ELEMENT } from '../../protocol/page-protocol.ts';
import type { CurrentView } from '../../protocol/parse-from-page.ts';
import { pageRoot, translatedStrings } from '../page/page-html.ts';
import type { PageSource } from '../page/page-source.ts';
import type { SourceFinder } from '../sources/source-finder.ts';
import { remark } from '../surface/status-bar.ts';
import { heldMarkdown } from './held-markdown.ts';
import { asksForOptions, askWhere, chooseKind, nameOf, offerToShow, working } from './share-dialogs.ts';
import { askWhatLeaves, type SheetChoice, type SheetOffers, usualChoice } from './share-sheet.ts';
import { packedBaseline, sharedBaseline } from './shared-baseline.ts';
import { SourceLines } from './source-lines.ts';
import { sharedPlaces } from './source-links.ts';
import type { TargetFolder } from './target-folder.ts';
import type { TextDocuments } from './text-document.ts';

export interface ShareServices {
  readonly extension: vscode.Uri;
  readonly finder: SourceFinder;
  /** Version of the extension. */
  readonly version: string;
  readonly documents: TextDocuments;
  readonly folder: TargetFolder;
  baseline(): Promise<Baseline | undefined>;
  thresholdUs(): number;
  limits(): AppLimits;
  appClasses(): Promise<AppClasses>;
}

/** Time kept around a lag. */
const ROOM_US = { least: 2_000_000, most: 10_000_000 } as const;

export class Share {
  readonly #services: ShareServices;

  constructor(services: ShareServices) {
    this.#services = services;
  }

  async share(source: PageSource, kind: ShareKind, at: CurrentView): Promise<void> {
    switch (kind) {
      case 'choose': {
        const chosen = await chooseKind(at.lag !== undefined, isLocalSession(source));
        return chosen && this.share(source, chosen, at);
      }
      case 'page':
        return this.#page(source, at);
      case 'file':
        return this.#file(source, undefined);
      case 'lag':
        if (at.lag === undefined) throw noLag();
        return this.#file(source, at.lag);
      case 'markdown': {
        const copy = (text: string): Thenable<void> => vscode.env.clipboard.writeText(text);
        return this.#text(
          { title: vscode.l10n.t('Copy Session as Markdown'), done: vscode.l10n.t('Copied as Markdown.'), use: copy },
          source,
          at,
        );
      }
      case 'text': {
        const open = (text: string): Promise<void> => this.#services.documents.show(`${source.about.title}.md`, text);
        return this.#text({ title: vscode.l10n.t('Open Session as Text'), done: vscode.l10n.t('Opened as text.'), use: open }, source, at);
      }
      case 'link':
        await vscode.env.clipboard.writeText(linkTo(source, at.view));
        remark('check', vscode.l10n.t('Link copied'), 4_000);
    }
  }

  async #page(source: PageSource, at: CurrentView): Promise<void> {
    const choice = await askWhatLeaves(vscode.l10n.t('Share Session as a Page'), { links: true });
    const wanted = { name: source.about.title, extension: 'html', kind: vscode.l10n.t('Page') };
    const target = choice && (await askWhere(this.#services.folder, vscode.l10n.t('Share Session as a Page'), wanted));
    if (choice === undefined || target === undefined) return;
    const isLeftOut = await working(vscode.l10n.t('Writing {0}…', nameOf(target)), async (signal) => {
      const model = await modelOf(source.snapshot(signal));
      const classes = packagesIn(model, await this.#services.appClasses());
      const bytes = await sessionBytes(source.snapshot(signal), choice.redaction);
      const compared = sharedBaseline(await this.#services.baseline(), { ...choice, model, view: at.view, session: source.about.session });
      const baseline = compared && packedBaseline(compared);
      const places = choice.links ? await this.#places(model, classes, choice.redaction, signal) : {};
      const facts: SharedFacts = {
        title: source.about.title,
        thresholdUs: this.#services.thresholdUs(),
        limits: this.#services.limits(),
        appClasses: classes,
        view: at.view,
        places,
        ...(baseline === undefined ? {} : { baseline }),
      };
      const part = async (name: string): Promise<string> =>
        readFile(vscode.Uri.joinPath(pageRoot(this.#services.extension), name).fsPath, 'utf8');
      const strings = translatedStrings();
      const translations = strings && { [STRINGS_ELEMENT]: strings };
      const html = sharedPageHtml({
        title: `${source.about.title} · Laglens`,
        language: vscode.env.language,
        styles: [await part('webview.css'), await part('shared-page.css')],
        scripts: [await part('shared-page.js'), await part('webview.js')],
        data: { ...translations, [SHARED_ELEMENTS.facts]: facts },
        session: { id: SHARED_ELEMENTS.session, bytes },
      });
      signal.throwIfAborted();
      await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(html));
      return compared !== undefined && baseline === undefined;
    });
    await offerToShow(target, isLeftOut ? vscode.l10n.t('The comparison with the baseline is not in the page.') : '');
  }

  /** The whole session, or one lag with its surroundings. */
  async #file(source: PageSource, lag: CurrentView['lag']): Promise<void> {
    const title = lag === undefined ? vscode.l10n.t('Share Session File') : vscode.l10n.t('Keep This Lag');
    const choice = await askWhatLeaves(title);
    const name = lag === undefined ? source.about.title : `${source.about.title} ${(lag.beginUs / 1e6).toFixed(1)}s`;
    const wanted = { name, extension: 'laglens', kind: vscode.l10n.t('Laglens session') };
    const target = choice && (await askWhere(this.#services.folder, title, wanted));
    if (choice === undefined || target === undefined) return;
    await working(vscode.l10n.t('Writing {0}…', nameOf(target)), async (signal) => {
      const bytes = await this.#bytes(source, lag, choice.redaction, signal);
      // A cancelled source ends early, and its bytes would look complete.
      signal.throwIfAborted();
      await vscode.workspace.fs.writeFile(target, bytes);
    });
    await offerToShow(target);
  }

  async #bytes(source: PageSource, lag: CurrentView['lag'], redaction: Redaction, signal: AbortSignal): Promise<Uint8Array> {
    if (lag === undefined) return sessionBytes(source.snapshot(signal), redaction);
    const options = await this.#window(source, lag, signal);
    return sessionBytes(excerptOf(source.snapshot(signal), options), redaction);
  }

  /** The time range around a lag on its agent's clock, which only messages contain. */
  async #window(source: PageSource, lag: NonNullable<CurrentView['lag']>, signal: AbortSignal): Promise<ExcerptOptions> {
    const model = await modelOf(source.snapshot(signal));
    const originUs = model.runs[lag.run]?.originUs ?? 0;
    const roomUs = Math.min(ROOM_US.most, Math.max(ROOM_US.least, lag.endUs - lag.beginUs));
    return { run: lag.run, beginUs: originUs + Math.max(0, lag.beginUs - roomUs), endUs: originUs + lag.endUs + roomUs };
  }

  async #places(
    model: SessionModel,
    classes: AppClasses,
    { folders }: Redaction,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string>>> {
    const isAppClass = ownClasses(model, classes);
    const shownPath = folders === undefined ? (path: string): string => path : pathShortener(folders);
    return sharedPlaces(model, { isAppClass, finder: this.#services.finder, shownPath }, signal);
  }

  /** The baseline if the session's page compares with it; not with a part of the same session. */
  async #compared({ about }: PageSource, model: SessionModel): Promise<Baseline | undefined> {
    const baseline = await this.#services.baseline();
    return baseline && comparedPart(model, about.session, baseline).kind === 'other' ? baseline : undefined;
  }

  /** At once, as most want the usual contents; other ones afterwards, on request. */
  async #text({ title, done, use }: UsedText, source: PageSource, at: CurrentView): Promise<void> {
    const offers: SheetOffers = { code: source.about.keepsNames ? 'recorded here' : 'from elsewhere' };
    const usual = usualChoice(offers);
    await use(await this.#markdown(usual, source, at));
    if (!(await asksForOptions(done, usual.code))) return;
    const choice = await askWhatLeaves(title, offers);
    if (choice === undefined) return;
    await use(await this.#markdown(choice, source, at));
    remark('check', done, 4_000);
  }

  async #markdown(choice: SheetChoice, source: PageSource, at: CurrentView): Promise<string> {
    return working(vscode.l10n.t('Reading the session…'), async (signal) => {
      const lines = new SourceLines(this.#services.finder);
      const held = await heldMarkdown(this.#services, source, { choice, lag: at.lag, lines }, signal);
      if (held !== undefined) return held;
      const model = await modelOf(redacted(source.snapshot(signal), choice.redaction));
      const isAppClass = ownClasses(model, await this.#services.appClasses());
      const thresholdUs = this.#services.thresholdUs();
      const judge = new LagDetector(model, { thresholdUs, limits: this.#services.limits(), isAppClass });
      const turns = new Turns(nodeTurns, signal);
      await turns.run(judge.updateInSteps());
      const frames = await turns.run(sessionFrames(model, judge.lags));
      return sessionMarkdown(model, {
        title: source.about.title,
        version: this.#services.version,
        lags: judge.lags,
        frames,
        baseline: await this.#compared(source, model),
        chosen: judge.lags.find(({ id }) => id === at.lag?.id),
        thresholdUs,
        app: new AppMethods(model, isAppClass),
        beside: { lags: judge.leftOut, unreadBeyond: source.unreadBeyond },
        codeOf: async (frame) => (choice.code ? lines.of(frame) : undefined),
      });
    });
  }
}

interface UsedText {
  /** Title of the question about its contents. */
  readonly title: string;
  readonly done: string;
  use(text: string): Thenable<void>;
}

/** App classes as on the page: workspace and application ids. */
function ownClasses(model: SessionModel, { packages, prefixes }: AppClasses): (dottedClass: string) => boolean {
  return appClassPredicate({ packages, prefixes: [...prefixes, ...appPrefixesOf(model)] });
}

async function modelOf(messages: AsyncIterable<readonly Message[]>): Promise<SessionModel> {
  const model = new SessionModel();
  for await (const some of messages) for (const message of some) model.apply(message);
  return model;
}

/** Links open sessions only, no profiles of other tools. */
function isLocalSession({ uri }: PageSource): boolean {
  return uri?.scheme === 'file' && uri.path.endsWith('.laglens');
}

/** @throws LaglensError if no local file holds the session */
function linkTo(source: PageSource, view: unknown): string {
  if (source.uri === undefined || !isLocalSession(source)) {
    throw new LaglensError({
      code: 'session-not-found',
      message: vscode.l10n.t('Save the session first to copy a link to it.'),
      next: vscode.l10n.t('Save the session, open that file, and copy the link there.'),
    });
  }
  const parts = linkParts({ path: source.uri.fsPath, view });
  return vscode.Uri.from({ scheme: vscode.env.uriScheme, authority: EXTENSION_ID, ...parts }).toString();
}

function noLag(): LaglensError {
  return new LaglensError({
    code: 'no-lag-selected',
    message: vscode.l10n.t('Select a lag to keep first.'),
    next: vscode.l10n.t('Select one in the list, then run Keep This Lag… again.'),
  });
}
