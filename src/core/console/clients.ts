/** The clients of the two services with the HTTP library: a part of the build that is loaded with the first request. */
export { ConsoleClient } from './consoleClient.ts';
export { SspmClient } from './sspm/sspmClient.ts';
