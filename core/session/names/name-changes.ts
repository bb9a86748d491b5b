/** Beyond this many, readers look at everything anew. */
const MOST = 1 << 20;

/** What got names since a reader looked last, so that it need not look at everything anew. */
export class NameChanges {
  /** Rows of `model.methods` of frames that got names, or other ones, in order. */
  readonly methods: number[] = [];
  /** Dotted names in the app of classes that got a name, in order. */
  readonly classes: string[] = [];
  /** Grows when the lists begin anew: everything may have other names then. */
  epoch = 0;

  addMethod(method: number): void {
    if (this.methods.length >= MOST) this.everything();
    this.methods.push(method);
  }

  addClass(built: string): void {
    if (this.classes.length >= MOST) this.everything();
    this.classes.push(built);
  }

  everything(): void {
    this.epoch++;
    this.methods.length = 0;
    this.classes.length = 0;
  }
}
