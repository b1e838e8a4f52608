import { parseAllDocuments, visit } from 'yaml';
import type { Document } from 'yaml';
import { problem, type StructureProblem } from '../parser/problems.ts';

/** A directive is read only up to this length; a longer one is not understood. */
const MAX_DIRECTIVE_LENGTH = 500;

/** The comparison reads the text twice, which is too slow for longer texts when only a fix is offered. */
const MAX_COMPARED_LENGTH = 256 * 1024;

/**
 * The problems are directives that this reader does not follow: every version except 1.2, and unknown directives. It
 * follows `%TAG`.
 */
export function directiveProblems(text: string): StructureProblem[] {
  const problems: StructureProblem[] = [];
  for (let line = text.charCodeAt(0) === 0xfeff ? 1 : 0, next; line < text.length; line = next) {
    // The code of `yamlLines.ts` is avoided, because reading `ordinance.yaml` loads this file.
    next = text.indexOf('\n', line) + 1 || text.length;
    const whole = text.slice(line, Math.min(next, line + MAX_DIRECTIVE_LENGTH));
    const comment = whole.search(/[ \t]#/);
    const written = (comment < 0 ? whole : whole.slice(0, comment)).trimEnd();
    if (written.startsWith('%')) {
      const isLong = next - line > MAX_DIRECTIVE_LENGTH;
      const message = isLong ? 'this line is too long for a YAML directive' : objection(written);
      if (message !== undefined) {
        const { length } = isLong ? text.slice(line, next).trimEnd() : written;
        problems.push(problem('yaml-directive', message, { start: line, end: line + length }, true));
      }
    } else if (!/^\s*(?:#|$)/.test(written)) {
      break;
    }
  }
  return problems;
}

function objection(written: string): string | undefined {
  const [name = '', version] = written.split(/[ \t]+/);
  if (name === '%TAG') {
    return undefined;
  }
  if (name !== '%YAML') {
    return `no directive of YAML is called ${name.slice(0, 80)}: it says nothing here`;
  }
  // The library reports a directive without a version.
  return version === undefined || version === '1.2'
    ? undefined
    : version === '1.1'
      ? 'Ordinance reads YAML 1.2; in YAML 1.1, words such as `yes` and numbers such as `012` have another meaning'
      : `only YAML 1.2 is read here, not YAML ${version.slice(0, 80)}`;
}

/** The result is true when a reader of YAML 1.1 gets the same values from the text. */
export function isWithoutNeed(text: string, directive: string): boolean {
  const [name = '', version] = directive.split(/[ \t]+/);
  if (name !== '%YAML') {
    // Readers ignore unknown directives.
    return name !== '%TAG';
  }
  // YAML 1.1 treats these characters as line ends, but YAML 1.2 does not.
  if (version !== '1.1' || text.length > MAX_COMPARED_LENGTH || /[\u0085\u2028\u2029]/.test(text)) {
    return false;
  }
  const here = valuesOf(text, { version: '1.2', schema: 'core' });
  const there = valuesOf(text, { version: '1.1', schema: 'yaml-1.1' });
  return here !== undefined && there !== undefined && here.join('\n') === there.join('\n');
}

/** The list has every value and key in order, with its type. It is undefined where readers may differ, or fail. */
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
      // The readers of YAML 1.1 differ in their numbers.
      const isDoubtful = type === 'PLAIN' && /^[-+.]?\d|^=$/.test(source);
      isSure &&= !isDoubtful || /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(source);
      values.push(JSON.stringify([typeof value, String(value)]));
    },
  });
  return isSure ? values : undefined;
}
