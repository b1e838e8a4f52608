import type { TestEvent } from 'node:test/reporters';

/** One finished test, or a line that a test printed. One JSON object per line on stdout. */
export type TestLine =
  | { readonly kind: 'pass'; readonly name: string; readonly file: string; readonly seconds: number }
  | { readonly kind: 'fail'; readonly name: string; readonly file: string; readonly why: string }
  | { readonly kind: 'skip'; readonly name: string; readonly file: string; readonly why: string }
  /** A suite that ended. Its tests may be in another file. */
  | { readonly kind: 'suite'; readonly file: string }
  | { readonly kind: 'print'; readonly text: string };

/** Reporter for `node --test` whose output another program reads. */
export default async function* testReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const line = lineOf(event);
    if (line !== undefined) {
      yield `${JSON.stringify(line)}\n`;
    }
  }
}

function lineOf(event: TestEvent): TestLine | undefined {
  if (event.type === 'test:stdout' || event.type === 'test:stderr') {
    return { kind: 'print', text: event.data.message };
  }
  if (event.type === 'test:pass') {
    const { name, file = '', details, skip, todo } = event.data;
    if (skip !== undefined || todo !== undefined) {
      return {
        kind: 'skip',
        name,
        file,
        why: [skip, todo].find((why) => typeof why === 'string') || 'no reason given',
      };
    }
    return details.type === 'suite'
      ? { kind: 'suite', file }
      : { kind: 'pass', name, file, seconds: details.duration_ms / 1000 };
  }
  if (event.type === 'test:fail') {
    const { name, file = '', details } = event.data;
    const error = details.error as Error & { failureType?: string };
    // Its subtests are already reported.
    return error.failureType === 'subtestsFailed'
      ? { kind: 'suite', file }
      : { kind: 'fail', name, file, why: reason(error) };
  }
  return undefined;
}

function reason(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.stack ?? cause.message;
}
