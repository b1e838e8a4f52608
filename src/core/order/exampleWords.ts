import type { Example } from './example.ts';

/** An example as people say it: `image registry.example/payments/api, namespace dev`. */
export function exampleWords(example: Example): string {
  if ('source' in example) {
    const { source, destination, port } = example;
    return [
      exampleWords(source),
      `to ${exampleWords(destination)}`,
      ...(port === undefined ? [] : [`port ${port}`]),
    ].join(' ');
  }
  const words = Object.entries(example).map(([name, value]) => `${name} ${[value].flat().join(' and ')}`);
  return words.length === 0 ? 'anything' : words.join(', ');
}
