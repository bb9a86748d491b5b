import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { keyed, node, type PageElement, type PageNode, pressed } from '../../../core/document/page-node.ts';
import { attacks, steeringSigns } from '../../core/attacks.ts';
import { type Browser, openBrowser } from '../harness/browser.ts';

const source = fileURLToPath(new URL('../../../webview/ui/document/page-document.ts', import.meta.url));

let browser: Browser;
let script: string;

before(async () => {
  const { outputFiles } = await build({ entryPoints: [source], bundle: true, write: false, format: 'iife', globalName: 'laglens' });
  script = String(outputFiles[0]?.text);
  browser = await openBrowser();
});

after(() => browser.close());

/** A page that shows trees, and keeps what was pressed. */
async function openDocument(): Promise<{
  readonly close: () => Promise<void>;
  show(...children: readonly PageNode[]): Promise<void>;
  /** Of the page. */
  value(script: string): Promise<unknown>;
  press(...keys: readonly string[]): Promise<void>;
}> {
  const page = await browser.page.context().newPage();
  await page.setContent('<!DOCTYPE html><div id="page"></div>');
  const begin = "new laglens.PageDocument(document.getElementById('page'), (id, beside) => pressed.push(beside ? id + ' beside' : id))";
  await page.addScriptTag({ content: `${script};const pressed = [];const shown = ${begin};` });
  return {
    close: () => page.close(),
    show: (...children) => page.evaluate(`shown.show(${JSON.stringify(node('main', {}, children))})`),
    value: (script) => page.evaluate(script),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
  };
}

const headline = (text: string): PageElement => node('h1', { tabindex: -1 }, text);
const button = (id: string, label = id): PageElement => pressed(id, node('button', {}, label));
const row = (id: string, text: string, ...more: readonly PageNode[]): PageElement =>
  keyed(id, node('li', { id, class: text }, node('p', {}, text), ...more));

test('what is the same in the next tree keeps its element, focus and opened details', async (t) => {
  const { show, value, press, close } = await openDocument();
  t.after(close);
  const details = node('details', {}, node('summary', {}, 'more'), 'all of it');
  await show(headline('one'), node('ul', {}, row('a', 'first', details), row('b', 'second', button('again'))));
  await value("for (const each of document.querySelectorAll('#a, #b, h1, #b button')) each.isOld = true");
  await value("document.querySelector('details').open = true; document.querySelector('#b button').focus()");
  await show(
    headline('two'),
    node('ul', {}, row('new', 'before'), row('a', 'changed', details), row('b', 'second', button('again', 'Again'))),
  );
  assert.equal(
    await value("document.querySelector('main').innerText.replaceAll(/\\s+/g, ' ')"),
    'two before changed more all of it second Again',
  );
  assert.equal(await value("[...document.querySelectorAll('*')].filter(({ isOld }) => isOld).length"), 4);
  assert.deepEqual(await value("[document.querySelector('details').open, document.querySelector('#a').className]"), [true, 'changed']);
  assert.equal(await value('document.activeElement.textContent'), 'Again');
  await press('Enter');
  await value("document.activeElement.dispatchEvent(new MouseEvent('click', { bubbles: true, altKey: true })) && undefined");
  assert.deepEqual(await value('pressed'), ['again', 'again beside']);
});

test('a button in the place of a pressed one is another one; who pressed goes on from its successor, else from the headline', async (t) => {
  const { show, value, press, close } = await openDocument();
  t.after(close);
  await show(headline('failed'), node('p', {}, button('again'), button('copy')));
  await value("document.querySelector('button').focus()");
  await show(headline('works'), node('p', {}, button('capture')), node('div', {}, button('again')));
  assert.equal(await value('document.activeElement.textContent'), 'again');
  await show(headline('works'), node('p', {}, button('capture')));
  assert.equal(await value('document.activeElement.localName'), 'h1');
  await press('Enter');
  assert.deepEqual(await value('pressed'), []);
});

test('names stay text, in elements, attributes and drawings', async (t) => {
  const { show, value, close } = await openDocument();
  t.after(close);
  for (const name of Object.values(attacks)) {
    for (const text of ['plain', name]) {
      const drawing = node('svg', { 'aria-label': text }, node('text', {}, text), node('title', {}, text));
      await show(node('p', { title: text }, text), pressed(text, node('a', { title: text }, text)), drawing);
    }
    assert.equal(await value("document.querySelectorAll('main *').length"), 5, name);
    assert.equal(await value("document.querySelector('svg').namespaceURI"), 'http://www.w3.org/2000/svg');
    const shown = String(await value("document.querySelector('main').textContent + document.querySelector('p').title"));
    assert.deepEqual(steeringSigns(shown, '\n\t'), [], name);
  }
});
