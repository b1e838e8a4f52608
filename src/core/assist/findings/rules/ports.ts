import type { Field } from '../../schema/field.ts';
import type { FixData, MemberCheck } from '../finding.ts';

const highest = 65_535;

export const portOutOfRange: MemberCheck = {
  code: 'port-out-of-range',
  summary: 'A port is not between 0 and 65535.',
  severity: 'warning',
  scope: 'member',
  concerns: (field) => field?.schema.meaning === 'port',
  check({ path, key, value }, report) {
    const ports = Array.isArray(value) ? value.entries() : [[undefined, value] as const];
    for (const [index, port] of ports) {
      if (typeof port === 'number' && (port < 0 || (port > highest && Number.isFinite(port)))) {
        report({
          message: `${port} is not a port: use 0 to ${highest}`,
          path: index === undefined ? [...path, key] : [...path, key, index],
        });
      }
    }
  },
};

export const reversedRange: MemberCheck = {
  code: 'reversed-range',
  summary: 'A range ends before its start.',
  severity: 'warning',
  scope: 'member',
  concerns: (field) => field?.schema.notBelow !== undefined,
  check({ object, field, path, key, value: end }, report) {
    const lower = field?.schema.notBelow;
    const start = lower === undefined ? undefined : object[lower];
    if (lower === undefined || !isEnd(end, field) || !isEnd(start, field) || end >= start) {
      return;
    }
    const place = [...path, key];
    const title = `Swap: from ${end} to ${start}`;
    const swap: FixData = {
      kind: 'several',
      title,
      steps: [
        { kind: 'set', title, path: [...path, lower], value: end },
        { kind: 'set', title, path: place, value: start },
      ],
    };
    report({
      message: `\`${key}\` is ${end}, below \`${lower}\`, which is ${start}: the range is empty`,
      path: place,
      fixes: [swap],
    });
  },
};

/** A number that means something at its place. Consoles fill in 0 for what is not set. */
function isEnd(value: unknown, field: Field | undefined): value is number {
  return (
    typeof value === 'number' &&
    value !== 0 &&
    (field?.schema.type !== 'integer' || Number.isInteger(value)) &&
    (field?.schema.meaning !== 'port' || (value > 0 && value <= highest))
  );
}
