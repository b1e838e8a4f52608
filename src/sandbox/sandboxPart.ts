/** A separate part of the build, loaded only when a person tries the sandbox. */
export { askColleague } from './askColleague.ts';
export { SandboxConsole } from './sandboxConsole.ts';
