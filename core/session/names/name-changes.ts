/** Beyond this, readers check everything again. */
const MOST = 1 << 20;

/** New names since a reader's last check. */
export class NameChanges {
  /** Rows of `model.methods` with new names, in order. */
  readonly methods: number[] = [];
  /** Dotted app names of newly named classes, in order. */
  readonly classes: string[] = [];
  /** Grows when the lists start over; then every name may be new. */
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
