/** A separate part of the build, loaded only when a person tries the sandbox. */
export { requestRemoteEdit } from './remoteEdit.ts';
export { SandboxConsole } from './sandboxConsole.ts';
