/** Puts work off until the next frame, and does it once however often it is asked for before. */
export function oncePerFrame(work: () => void): () => void {
  let isPending = false;
  return () => {
    if (!isPending) {
      isPending = true;
      requestAnimationFrame(() => {
        isPending = false;
        work();
      });
    }
  };
}
