export interface ProgressBar {
  /** Without a total, only the name of the step is shown. */
  show(step: string, done?: number, total?: number): void
  /** Removes the bar from the terminal. */
  clear(): void
}

const width = 24

/** Redraws a bar on a terminal; writes one line per step to anything else. */
export function createProgressBar(out: NodeJS.WriteStream): ProgressBar {
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
