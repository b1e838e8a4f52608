import type { JsonValue } from '../../json/json.ts';
import { writeJson } from '../../json/writeJson.ts';
import { yamlFlowString } from '../yaml/yamlString.ts';
import { isBlock, yamlFlow, yamlLines, yamlMemberLines } from '../yaml/writeYaml.ts';
import { indentUnit, type Source } from './source.ts';

/** A value in JSON or YAML flow style. `indent` is the indentation of the line; undefined keeps it on that line. */
export function flowValue(source: Source, value: JsonValue, indent: string | undefined): string {
  if (source.spelling === 'yaml') {
    return yamlFlow(value);
  }
  const unit = indentUnit(source);
  if (indent === undefined || unit === '') {
    return writeJson(value);
  }
  const text = writeJson(value, { indent: unit.includes('\t') ? 1 : unit.length });
  const lines = text.split('\n').map((line, index) => {
    const own = unit.includes('\t') ? line.replace(/^ +/, (spaces) => '\t'.repeat(spaces.length)) : line;
    return index === 0 ? own : indent + own;
  });
  return lines.join(source.lineBreak);
}

export function flowMember(
  source: Source,
  key: string,
  value: JsonValue,
  indent: string | undefined,
): string {
  const name = source.spelling === 'yaml' ? yamlFlowString(key) : JSON.stringify(key);
  return `${name}: ${flowValue(source, value, indent)}`;
}

/** The text is `- value` of a YAML block sequence whose `-` is at `indent`. */
export function blockItem(source: Source, value: JsonValue, indent: string): string {
  return `- ${yamlLines(value, `${indent}  `, source.closed).join(source.lineBreak)}`;
}

export function blockMember(source: Source, key: string, value: JsonValue, indent: string): string {
  return yamlMemberLines(key, value, indent, source.closed).join(source.lineBreak);
}

/** The text is a value behind a key (`afterKey`) or a `-` at `indent`. It begins with the space or line break. */
export function blockValue(source: Source, value: JsonValue, indent: string, afterKey: boolean): string {
  const inner = `${indent}  `;
  const text = yamlLines(value, inner, source.closed).join(source.lineBreak);
  return afterKey && isBlock(value) ? source.lineBreak + inner + text : ` ${text}`;
}
