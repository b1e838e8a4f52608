/**
 * The shell line that puts the command line on the path of this user, for PowerShell on Windows and for other
 * shells elsewhere.
 */
export function installLine(file: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    const command = `@node "${file.replaceAll('%', '%%')}" %*`;
    // Windows reads `.cmd` files in this encoding.
    return `Set-Content -Encoding Oem "$env:LOCALAPPDATA\\Microsoft\\WindowsApps\\ordinance.cmd" '${command.replaceAll("'", "''")}'`;
  }
  const quoted = `'${file.replaceAll("'", `'\\''`)}'`;
  return `chmod +x ${quoted} && mkdir -p ~/.local/bin && ln -sf ${quoted} ~/.local/bin/ordinance`;
}
