import { readFile } from 'node:fs/promises';
import { sharedPageHtml } from '../../../host/share/shared-page.ts';
import { SHARED_ELEMENTS, type SharedFacts } from '../../../protocol/page-protocol.ts';
import { unzip } from '../../house/zip.ts';

/** A shared session's page with `more` facts, as this .vsix' *Share Session as a Page…* writes it. */
export async function sharedPage(vsix: string, session: Uint8Array, more: Partial<SharedFacts> = {}): Promise<string> {
  const files = unzip(await readFile(vsix));
  const part = (name: string): string => {
    const file = files.get(`extension/dist/${name}`);
    if (file === undefined) throw new Error(`The .vsix has no ${name}.`);
    return file.toString();
  };
  const appClasses = { packages: [], prefixes: ['com.example.shop'] };
  const facts: SharedFacts = { title: 'shop', thresholdUs: 100_000, appClasses, view: undefined, places: {}, ...more };
  return sharedPageHtml({
    title: 'shop · Laglens',
    language: 'en',
    styles: [part('webview.css'), part('shared-page.css')],
    scripts: [part('shared-page.js'), part('webview.js')],
    data: { [SHARED_ELEMENTS.facts]: facts },
    session: { id: SHARED_ELEMENTS.session, bytes: session },
  });
}
