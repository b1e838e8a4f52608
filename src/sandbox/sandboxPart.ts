/** The sandbox console and the way to its colleague: a part of the build that is loaded when somebody tries the sandbox. */
export { askColleague } from './askColleague.ts';
export { SandboxConsole } from './sandboxConsole.ts';
