import { parseAllDocuments, visit } from 'yaml';
import type { Document } from 'yaml';
import { problem } from '../parser/problems.ts';
import type { StructureProblem } from '../ruleView.ts';

/** Characters of a line that are looked at: a directive that is longer may say anything behind them. */
const MAX_DIRECTIVE_LENGTH = 500;

/** More than this is read twice by nobody who only wants to know whether a fix can be offered. */
const MAX_COMPARED_LENGTH = 256 * 1024;

/**
 * Directives that want the text to be read in another way than it is here: every version but 1.2, and what is no directive.
 * `%TAG` is done as it says.
 */
export function directiveProblems(text: string): StructureProblem[] {
  const found: StructureProblem[] = [];
  for (let line = text.charCodeAt(0) === 0xfeff ? 1 : 0, next; line < text.length; line = next) {
    // Reading `ordinance.yaml` loads this, but not how policies are divided into lines.
    next = text.indexOf('\n', line) + 1 || text.length;
    const whole = text.slice(line, Math.min(next, line + MAX_DIRECTIVE_LENGTH));
    const comment = whole.search(/[ \t]#/);
    const written = (comment < 0 ? whole : whole.slice(0, comment)).trimEnd();
    if (written.startsWith('%')) {
      const isLong = next - line > MAX_DIRECTIVE_LENGTH;
      const message = isLong ? 'no directive of YAML is as long' : objection(written);
      if (message !== undefined) {
        const { length } = isLong ? text.slice(line, next).trimEnd() : written;
        found.push(problem('yaml-directive', message, { start: line, end: line + length }, true));
      }
    } else if (!/^\s*(?:#|$)/.test(written)) {
      break;
    }
  }
  return found;
}

function objection(written: string): string | undefined {
  const [name = '', version] = written.split(/[ \t]+/);
  if (name === '%TAG') {
    return undefined;
  }
  if (name !== '%YAML') {
    return `no directive of YAML is called ${name.slice(0, 80)}: it says nothing here`;
  }
  // Without a version the library says what is wrong.
  return version === undefined || version === '1.2'
    ? undefined
    : version === '1.1'
      ? 'only YAML 1.2 is read here: in YAML 1.1 words such as `yes` and numbers such as `012` say something else'
      : `only YAML 1.2 is read here, not YAML ${version.slice(0, 80)}`;
}

/** Whether a text says the same without the directive: where a reader of YAML 1.1 takes every value of it for what it is here. */
export function isWithoutNeed(text: string, directive: string): boolean {
  const [name = '', version] = directive.split(/[ \t]+/);
  if (name !== '%YAML') {
    // Whoever does not know a directive passes it over.
    return name !== '%TAG';
  }
  // What 1.1 takes for the end of a line is a character of a text in 1.2.
  if (version !== '1.1' || text.length > MAX_COMPARED_LENGTH || /[\u0085\u2028\u2029]/.test(text)) {
    return false;
  }
  const here = valuesOf(text, { version: '1.2', schema: 'core' });
  const there = valuesOf(text, { version: '1.1', schema: 'yaml-1.1' });
  return here !== undefined && there !== undefined && here.join('\n') === there.join('\n');
}

/** Every value and key in its order, with what it is; undefined where readers may differ, or cannot read it. */
function valuesOf(
  text: string,
  reading: { readonly version: '1.1' | '1.2'; readonly schema: 'core' | 'yaml-1.1' },
): readonly string[] | undefined {
  const read: readonly Document.Parsed[] = parseAllDocuments(text, {
    ...reading,
    merge: true,
    uniqueKeys: false,
    intAsBigInt: true,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document, ...more] = read;
  if (!document || more.length > 0 || document.errors.length > 0) {
    return undefined;
  }
  const values: string[] = [];
  let isSure = true;
  visit(document, {
    Scalar: (_, { type, value, source = '' }) => {
      // Readers of 1.1 differ in what they take for a number.
      const isDoubtful = type === 'PLAIN' && /^[-+.]?\d|^=$/.test(source);
      isSure &&= !isDoubtful || /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(source);
      values.push(JSON.stringify([typeof value, String(value)]));
    },
  });
  return isSure ? values : undefined;
}
