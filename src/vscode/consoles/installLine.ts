/**
 * The line of a shell that puts the command line on the path of this user: a copy, so that an update of the extension, which
 * moves its folder, does not take it away. PowerShell on Windows, any other shell elsewhere.
 */
export function installLine(file: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    const folder = '"$env:LOCALAPPDATA\\Microsoft\\WindowsApps"';
    return [
      `Copy-Item -LiteralPath '${file.replaceAll("'", "''")}' ${folder}`,
      `Set-Content (Join-Path ${folder} ordinance.cmd) '@node "%~dp0ordinance.cjs" %*'`,
    ].join('; ');
  }
  const quoted = `'${file.replaceAll("'", `'\\''`)}'`;
  return `mkdir -p ~/.local/bin && install -m 755 ${quoted} ~/.local/bin/ordinance`;
}
