/** One test for a report that pipelines read. */
export interface JunitCase {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'error';
  readonly message: string;
}

export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

/** The report as JUnit's XML. Whatever a name says, it is text. */
export function junitText(suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="ordinance test" ${counts(all)}>`,
    ...suites.flatMap(({ name, cases }) => [
      `  <testsuite name="${text(name)}" ${counts(cases)}>`,
      ...cases.flatMap((one) => caseLines(name, one)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function counts(cases: readonly JunitCase[]): string {
  const count = (outcome: JunitCase['outcome']): number =>
    cases.filter((one) => one.outcome === outcome).length;
  return `tests="${cases.length}" failures="${count('failed')}" errors="${count('error')}"`;
}

function caseLines(suite: string, { name, outcome, message }: JunitCase): readonly string[] {
  const start = `    <testcase classname="${text(suite)}" name="${text(name)}"`;
  const tag = outcome === 'error' ? 'error' : 'failure';
  return outcome === 'passed'
    ? [`${start}/>`]
    : [`${start}>`, `      <${tag} message="${text(message)}">${text(message)}</${tag}>`, '    </testcase>'];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML has no way to write most control characters. */
function text(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\uFFFE\uFFFF]/gu, (one) => `<U+${codeOf(one)}>`)
    .replaceAll(/[&<>"']/g, (one) => entities[one] ?? one);
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
