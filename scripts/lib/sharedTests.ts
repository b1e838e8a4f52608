import { run } from 'node:test';
import testReporter from './testReporter.ts';

/** Runs test files in this process, one after the other. Arguments: seconds that a test may take, and the files. */
const [seconds, ...files] = process.argv.slice(2);
const events = run({ files, isolation: 'none', timeout: Number(seconds) * 1000 });
events.on('test:fail', () => {
  process.exitCode = 1;
});
for await (const line of testReporter(events)) {
  process.stdout.write(line);
}
