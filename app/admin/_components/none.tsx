/** An empty cell, said aloud too. */
export function None() {
  return (
    <span className="text-muted-foreground">
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </span>
  );
}
