import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Artifact {
  readonly expired?: boolean;
  readonly created_at: string;
  readonly workflow_run: {
    readonly id: number;
    readonly head_branch: string;
    readonly head_repository_id: number;
    readonly repository_id: number;
  };
}

export interface Comment {
  readonly id: number;
  readonly user: { readonly type: string };
  body: string;
}

/** The part of GitHub's API that the action asks, on loopback, for the repository `o/r`. */
export class GithubStandIn implements AsyncDisposable {
  artifacts: readonly Artifact[] = [];
  comments: Comment[] = [];
  /** Events of runs by their ids; others were pushes. */
  readonly events = new Map<string, string>();
  /** Status of every answer, if not the usual one. */
  refusal: number | undefined;
  readonly requests: string[] = [];
  readonly #server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      const [status, body] = this.#answer(request.method ?? '', new URL(request.url ?? '', 'http://o'), Buffer.concat(chunks).toString());
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });

  /** @returns its URL */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  #answer(method: string, { pathname, searchParams }: URL, body: string): readonly [status: number, body: unknown] {
    if (this.refusal !== undefined) return [this.refusal, {}];
    const perPage = Number(searchParams.get('per_page') ?? 30);
    const page = <T>(items: readonly T[]): readonly T[] => {
      const from = (Number(searchParams.get('page') ?? 1) - 1) * perPage;
      return items.slice(from, from + perPage);
    };
    const [, comment] = /^\/repos\/o\/r\/issues\/comments\/(\d+)$/.exec(pathname) ?? [];
    if (method === 'GET' && pathname === '/repos/o/r/actions/artifacts') return [200, { artifacts: page(this.artifacts) }];
    if (method === 'GET' && pathname === '/repos/o/r/issues/7/comments') return [200, page(this.comments)];
    if (method === 'POST' && pathname === '/repos/o/r/issues/7/comments') {
      this.comments.push({ id: this.comments.length + 1, user: { type: 'Bot' }, body: JSON.parse(body).body });
      return [201, {}];
    }
    const [, run] = /^\/repos\/o\/r\/actions\/runs\/(\d+)$/.exec(pathname) ?? [];
    if (method === 'GET' && run !== undefined) return [200, { id: Number(run), event: this.events.get(run) ?? 'push' }];
    const found = this.comments.find(({ id }) => String(id) === comment);
    if (method !== 'PATCH' || found === undefined) return [404, {}];
    found.body = JSON.parse(body).body;
    return [200, {}];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
