const waiting: (() => void)[] = [];

/**
 * Waits until pending events have run. Only one paused task continues per turn, because otherwise new events
 * would wait for all of them.
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
