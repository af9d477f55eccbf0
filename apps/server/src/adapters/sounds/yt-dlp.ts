import { rm, stat } from 'node:fs/promises'
import type { AudioSource } from '../../ports/audio-source.ts'
import { videoFailure } from '../youtube/failure.ts'
import { type YtDlp, ytDlpName } from '../youtube/yt-dlp.ts'

const deadlineMs = 3600_000

/** Downloads audio with yt-dlp, which continues its own interrupted downloads. */
export const ytDlpAudio = (ytDlp: YtDlp): AudioSource => ({
  async download(videoId, file, { signal }) {
    // yt-dlp would take an existing file for complete, but it may be a partial download from another source.
    await rm(file, { force: true })
    // In the output template of yt-dlp, a percent sign starts a field.
    const output = file.replaceAll('%', '%%')
    const args = ['-f', 'bestaudio', '--max-filesize', '1G', '--quiet', '--no-mtime', '-o', output]
    await ytDlp.run(args, { videoId, deadlineMs, signal })
    const exists = await stat(file).then(
      ({ size }) => size > 0,
      () => false,
    )
    // yt-dlp skips a file that is too large without an error.
    if (!exists) throw videoFailure(ytDlpName, 'too_long', { detail: 'no file, or more than 1 GB' })
  },
})
