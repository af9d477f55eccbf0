import { rm, stat } from 'node:fs/promises'
import type { Sounds } from '../../ports/sounds.ts'
import { videoFailure } from '../youtube/failure.ts'
import { type YtDlp, ytDlpName } from '../youtube/yt-dlp.ts'

const deadlineMs = 3600_000

/** Sound by way of yt-dlp, which continues what it has begun itself. */
export const ytDlpSounds = (ytDlp: YtDlp): Sounds => ({
  async bring(videoId, file, { signal }) {
    // It takes a file that is there for a whole one, and this may be the half of another source.
    await rm(file, { force: true })
    // A percent sign begins the name of a field.
    const output = file.replaceAll('%', '%%')
    const args = ['-f', 'bestaudio', '--max-filesize', '1G', '--quiet', '--no-mtime', '-o', output]
    await ytDlp.ask(args, { videoId, deadlineMs, signal })
    const isThere = await stat(file).then(
      ({ size }) => size > 0,
      () => false,
    )
    // What is too large is left out without a complaint.
    if (!isThere) throw videoFailure(ytDlpName, 'too_long', { detail: 'no file, or more than 1 GB' })
  },
})
