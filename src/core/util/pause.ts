const waiting: (() => void)[] = [];

/**
 * Gives way: whatever came in meanwhile has its turn first. Of several works that gave way one goes on at a time, or what came in
 * would wait for a piece of each.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) {
      setImmediate(goOn);
    }
  });
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) {
    setImmediate(goOn);
  }
}
