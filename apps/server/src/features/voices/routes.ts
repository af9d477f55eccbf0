import { voices as contract } from '@recaps/contract/voices'
import type { Router } from '../../http/router.ts'
import { serveStoredFile } from '../../http/stored-file.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Voices } from './service.ts'

/** Bind before the audio of summaries, whose path pattern matches these paths too. */
export function bindVoices({ bind, app }: Router, voices: Voices, storage: Storage): void {
  bind(contract.list, async (_, { session }) => voices.list(session))

  app.on(['GET', 'HEAD'], '/audio/voices/:voice', async c => {
    const { session = '', expires = '', signature = '' } = c.req.query()
    const name = await voices.previewFile({ voice: c.req.param('voice'), session, expires, signature })
    return await serveStoredFile(c, storage, name, { contentType: 'audio/mpeg', caching: 'private, max-age=86400' })
  })
}
