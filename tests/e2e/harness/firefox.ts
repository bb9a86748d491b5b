import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Firefox' own screenshot (PNG) of a shared page opened from a file. Firefox takes it at a document's load, before the session was read. So
 * the page is framed by one with an image that loads once the session is drawn.
 * @param home an empty folder for Firefox' profile and files
 */
export async function screenshotInFirefox(html: string, home: string): Promise<Buffer> {
  const held: ServerResponse[] = [];
  let isDrawn = false;
  const server = createServer((request, response) => {
    held.push(response);
    isDrawn ||= request.url === '/drawn';
    if (isDrawn) for (const each of held.splice(0)) each.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const outer = join(home, 'outer.html');
    await writeFile(outer, outerPage(pathToFileURL(html).href, origin));
    // The outer page reads the other file.
    await writeFile(join(home, 'user.js'), 'user_pref("security.fileuri.strict_origin_policy", false);\n');
    const screenshot = join(home, 'page.png');
    const argv = [
      '--headless',
      '--no-remote',
      '--profile',
      home,
      '--window-size=1200,800',
      `--screenshot=${screenshot}`,
      pathToFileURL(outer).href,
    ];
    await execute('firefox-esr', argv, { env: { ...process.env, HOME: home }, timeout: 240_000 });
    return await readFile(screenshot);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function outerPage(inner: string, origin: string): string {
  return `<!doctype html>
<style>* { margin: 0; border: 0 } iframe { display: block; width: 1200px; height: 800px }</style>
<iframe src="${inner}"></iframe>
<img src="${origin}/held">
<script>
  const [frame] = document.getElementsByTagName('iframe');
  const look = () => {
    const page = frame.contentDocument?.getElementById('page');
    const isDrawn = page && Number(page.dataset.lags) > 0 && !page.hasAttribute('aria-busy');
    if (isDrawn) requestAnimationFrame(() => requestAnimationFrame(() => (new Image().src = '${origin}/drawn')));
    else requestAnimationFrame(look);
  };
  look();
</script>
`;
}
