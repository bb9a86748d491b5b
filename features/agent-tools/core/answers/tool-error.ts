/** An error written for a model: the failure, and the one next step. */
export class ToolError extends Error {
  readonly next: string;

  constructor(message: string, next: string) {
    super(message);
    this.next = next;
  }
}
