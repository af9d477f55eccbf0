export interface ProgressBar {
  /** `done` of `total` of a named step; a step without a total is only named. */
  show(step: string, done?: number, total?: number): void
  /** Takes the bar off the screen. */
  clear(): void
}

const width = 24

/** A bar that redraws itself on a terminal; elsewhere one line for each step. */
export function progressBar(out: NodeJS.WriteStream): ProgressBar {
  let lastStep = ''
  return {
    show(step, done, total) {
      if (!out.isTTY) {
        if (step !== lastStep) out.write(`${step}…\n`)
        lastStep = step
        return
      }
      const share = total ? Math.min(1, (done ?? 0) / total) : 0
      const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░')
      out.write(`\r\x1b[2K${bar} ${step}${total ? ` ${done}/${total}` : '…'}`)
    },
    clear() {
      if (out.isTTY) out.write('\r\x1b[2K')
    },
  }
}
