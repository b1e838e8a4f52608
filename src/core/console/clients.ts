/** The build puts these clients and the HTTP library into one part, which loads with the first request. */
export { ConsoleClient } from './consoleClient.ts';
export { SspmClient } from './sspm/sspmClient.ts';
