/** Gives way: whatever came in meanwhile has its turn first. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
