/** The dark modules of a QR code as one SVG path, a rectangle for each run in a row: 1 unit a module. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  let path = ''
  rows.forEach((row, y) => {
    let from = -1
    for (let x = 0; x <= row.length; x++) {
      const isDark = row[x] === true
      if (isDark && from < 0) from = x
      if (!isDark && from >= 0) {
        path += `M${from} ${y}h${x - from}v1h-${x - from}z`
        from = -1
      }
    }
  })
  return path
}
