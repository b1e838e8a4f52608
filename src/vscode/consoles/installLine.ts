/** The line of a shell that puts the command line on the path of this user: PowerShell on Windows, any other shell elsewhere. */
export function installLine(file: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    const command = `@node "${file.replaceAll('%', '%%')}" %*`;
    // The Windows shell reads its files in this encoding.
    return `Set-Content -Encoding Oem "$env:LOCALAPPDATA\\Microsoft\\WindowsApps\\ordinance.cmd" '${command.replaceAll("'", "''")}'`;
  }
  const quoted = `'${file.replaceAll("'", `'\\''`)}'`;
  return `chmod +x ${quoted} && mkdir -p ~/.local/bin && ln -sf ${quoted} ~/.local/bin/ordinance`;
}
